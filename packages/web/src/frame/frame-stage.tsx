/**
 * The picture with zoom and panning, its matches, and a transparent layer of its text that can be selected. With personal data hidden,
 * the clear picture is never loaded in its place, not even while the covered one is on its way.
 */
import { Copy, Search, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { HindcastError, pictureAddress, reach, refusal } from '../data/api.ts';
import type { TextPosition } from '../data/wire.ts';
import { t } from '../language/message.ts';
import { joinedBoxes, linesOf } from '../parts/boxes.ts';
import { copyText } from '../parts/dialogs/toast.tsx';
import { percent } from '../parts/format.ts';
import { BoxOverlay, type Size } from '../parts/shot.tsx';
import { Loading } from '../parts/states.tsx';

export interface ZoomHandle {
  fit(): void;
  actual(): void;
  by(factor: number): void;
}

const LARGEST = 8;
const ROUND = [1, 2, 4, 8];

interface Props {
  ref: React.Ref<ZoomHandle>;
  frameId: number;
  alt: string;
  isRedacted: boolean;
  /** False when only text was kept; undefined while that is not known. */
  hasPicture: boolean | undefined;
  matches: readonly TextPosition[];
  currentMatch: number;
  words: readonly TextPosition[];
  onSearch(words: string): void;
}

export function FrameStage(props: Props) {
  const { ref, frameId, alt, isRedacted, matches, words } = props;
  const picture = usePicture(frameId, isRedacted, props.hasPicture);
  const box = useRef<HTMLDivElement>(null);
  /** Undefined is as large as fits. */
  const [zoom, setZoom] = useState<number>();
  const room = useRoom(box);
  const size = picture.shown?.size;
  const fitted = size ? Math.min(room.width / size.width, room.height / size.height, 1) : 1;
  const scale = zoom ?? fitted;
  useImperativeHandle(ref, () => ({
    fit: () => setZoom(undefined),
    actual: () => setZoom(1),
    by: (factor) => setZoom(Math.min(LARGEST, Math.max(fitted, scale * factor))),
  }));
  const boxes = size ? joinedBoxes(matches, size.width / size.height) : [];
  const current = boxes.length === 0 ? -1 : props.currentMatch % boxes.length;
  return (
    <div className="stage">
      <section
        className="zoompan"
        ref={box}
        aria-label={t('Picture')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        onWheel={(event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          setZoom(Math.min(LARGEST, Math.max(fitted, scale * Math.exp(-event.deltaY / 300))));
        }}
        onDoubleClick={() => {
          if (window.getSelection()?.isCollapsed) setZoom(zoom === undefined ? 1 : undefined);
        }}
      >
        {picture.problem && <Problem text={picture.problem} />}
        {!picture.shown && !picture.problem && <Loading rows={1} shape="card" />}
        {picture.shown && size && !picture.problem && (
          <div
            className="canvas"
            style={{ width: size.width * scale, height: size.height * scale }}
          >
            <img src={picture.shown.src} alt={alt} draggable={false} />
            <BoxOverlay size={size} boxes={boxes} current={current} />
            <TextLayer
              words={words}
              width={size.width * scale}
              height={size.height * scale}
              onSearch={props.onSearch}
            />
          </div>
        )}
      </section>
      <div className="zoomb" role="group" aria-label={t('Zoom')}>
        <button
          type="button"
          className="btn ico sm ghost"
          aria-label={t('Smaller')}
          onClick={() => setZoom(stepDown(scale, fitted))}
        >
          <ZoomOut className="ic s" aria-hidden="true" />
        </button>
        <button type="button" className="btn sm ghost num" onClick={() => setZoom(undefined)}>
          {zoom === undefined ? t('Fit') : percent(Math.round(scale * 100))}
        </button>
        <button
          type="button"
          className="btn ico sm ghost"
          aria-label={t('Larger')}
          onClick={() => setZoom(ROUND.find((one) => one > scale * 1.01) ?? LARGEST)}
        >
          <ZoomIn className="ic s" aria-hidden="true" />
        </button>
      </div>
      {picture.regions !== undefined && (
        <p className="sr" role="status">
          {t('{count, plural, one {# area is hidden} other {# areas are hidden}}', {
            count: picture.regions,
          })}
        </p>
      )}
    </div>
  );
}

function stepDown(scale: number, fitted: number): number | undefined {
  const next = ROUND.findLast((one) => one < scale * 0.99);
  return next === undefined || next <= fitted ? undefined : next;
}

function Problem({ text }: { text: string }) {
  return (
    <div className="covered">
      <p>{text}</p>
    </div>
  );
}

function useRoom(box: React.RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>({ width: 800, height: 500 });
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return room;
}

const NO_PICTURE = t('No picture was kept of this moment. The text is still here.');

/** Of pictures that were moved to another place (`retention.offload`), or that another device has. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  OFFLOAD_FETCHING: t('This picture was moved to another place and is being fetched…'),
  FRAME_REQUESTED: t('This picture is on another device, which was asked for it…'),
  FRAME_SOURCE_UNREACHABLE: t(
    'This picture is on another device, which does not answer now. The text is still here.',
  ),
  OFFLOAD_UNREACHABLE: t(
    'This picture was moved to another place, which does not answer now. The text is still here.',
  ),
  OFFLOAD_LOST: t(
    'This picture was moved to another place and is no longer there. The text is still here.',
  ),
};
/** How long the page waits before it asks again for a picture that is on its way. */
const ASK_AGAIN_MS = 2_000;

interface Loaded {
  frameId: number;
  src: string;
  size: Size;
}

/** The old picture stays until the new one is decoded, but never a clear one where a covered one is wanted. */
function usePicture(frameId: number, isRedacted: boolean, hasPicture: boolean | undefined) {
  const [shown, setShown] = useState<Loaded & { isRedacted: boolean }>();
  const [problem, setProblem] = useState<string>();
  const [regions, setRegions] = useState<number>();
  useEffect(() => {
    const abort = new AbortController();
    let made: string | undefined;
    let later: ReturnType<typeof setTimeout> | undefined;
    setProblem(hasPicture === false ? NO_PICTURE : undefined);
    if (!hasPicture) return;
    async function load(): Promise<void> {
      const address = `${pictureAddress(frameId)}${isRedacted ? '?redact_pii=true' : ''}`;
      const response = await reach(address, { signal: abort.signal });
      if (!response.ok)
        throw refusal(response.status, await response.json().catch(() => undefined));
      made = URL.createObjectURL(await response.blob());
      const image = new Image();
      image.src = made;
      await image.decode();
      if (abort.signal.aborted) return;
      const hidden = response.headers.get('x-pii-regions-count');
      setRegions(hidden === null ? undefined : Number(hidden));
      const size = { width: image.naturalWidth, height: image.naturalHeight };
      setProblem(undefined);
      setShown({ frameId, src: made, size, isRedacted });
    }
    function start(): void {
      load().catch((error: Error) => {
        if (abort.signal.aborted) return;
        setProblem(problemOf(error, isRedacted));
        if (isFetching(error)) later = setTimeout(start, ASK_AGAIN_MS);
      });
    }
    start();
    return () => {
      abort.abort();
      clearTimeout(later);
      const old = made;
      // Later: the picture stays on the screen until the next one is there.
      if (old) setTimeout(() => URL.revokeObjectURL(old), 10_000);
    };
  }, [frameId, isRedacted, hasPicture]);
  const isHonest = shown !== undefined && shown.isRedacted === isRedacted;
  return { shown: isHonest ? shown : undefined, problem, regions };
}

const ON_ITS_WAY: readonly string[] = ['OFFLOAD_FETCHING', 'FRAME_REQUESTED'];

function isFetching(error: Error): boolean {
  return error instanceof HindcastError && ON_ITS_WAY.includes(error.code);
}

function problemOf(error: Error, isRedacted: boolean): string {
  const elsewhere = error instanceof HindcastError ? ELSEWHERE[error.code] : undefined;
  if (elsewhere !== undefined) return elsewhere;
  return isRedacted
    ? `${t('Personal data could not be hidden, so the picture is not shown.')} ${error.message}`
    : t('This picture cannot be shown. {reason}. The text is still here.', {
        reason: error.message,
      });
}

/** One transparent span per line, as wide as the line on the picture. The Text tab is the copy for screen readers. */
function TextLayer(props: {
  words: readonly TextPosition[];
  width: number;
  height: number;
  onSearch(words: string): void;
}) {
  const { words, width, height } = props;
  const layer = useRef<HTMLDivElement>(null);
  const [bar, setBar] = useState<{ text: string; left: number; top: number }>();
  const lines = linesOf(words);
  useEffect(() => {
    for (const span of layer.current?.querySelectorAll<HTMLElement>('span') ?? []) {
      span.style.transform = '';
      const wanted = Number(span.dataset.width);
      const actual = span.getBoundingClientRect().width;
      if (actual > 0) span.style.transform = `scaleX(${wanted / actual})`;
    }
  });
  const look = () => {
    const selection = window.getSelection();
    const text = selection?.toString().trim() ?? '';
    const host = layer.current;
    if (!host || !selection || text === '' || !host.contains(selection.anchorNode)) {
      return setBar(undefined);
    }
    const place = selection.getRangeAt(0).getBoundingClientRect();
    const own = host.getBoundingClientRect();
    setBar({ text, left: place.left - own.left, top: place.top - own.top - 44 });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: selecting with the pointer; the Text tab offers the same
    <div className="textlayer" ref={layer} onMouseUp={look} onKeyUp={look}>
      <div aria-hidden="true">
        {lines.map(({ text, bounds }) => (
          <span
            key={`${bounds.left} ${bounds.top} ${text}`}
            data-width={bounds.width * width}
            style={{
              left: bounds.left * width,
              top: bounds.top * height,
              fontSize: bounds.height * height * 0.86,
            }}
          >
            {text}
          </span>
        ))}
      </div>
      {bar && (
        <div
          className="floatbar"
          style={{ left: Math.max(4, bar.left), top: Math.max(4, bar.top) }}
        >
          <button
            type="button"
            className="btn sm ghost"
            onClick={() => void copyText(bar.text, t('Copied the selection.'))}
          >
            <Copy className="ic s" aria-hidden="true" />
            {t('Copy')}
          </button>
          <button type="button" className="btn sm ghost" onClick={() => props.onSearch(bar.text)}>
            <Search className="ic s" aria-hidden="true" />
            {t('Search this')}
          </button>
        </div>
      )}
    </div>
  );
}
