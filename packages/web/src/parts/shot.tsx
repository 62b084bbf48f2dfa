/**
 * A stored picture with boxes over it, in the picture's own coordinates. Picture and boxes change together: the old ones stay until the
 * new picture is decoded, and a picture that comes too late for what is wanted now is not shown.
 */
import { ImageOff, Type } from 'lucide-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { pictureAddress } from '../data/api.ts';
import type { TextPosition } from '../data/wire.ts';
import { t } from '../language/message.ts';
import { joinedBoxes, type Placed } from './boxes.ts';

export interface Size {
  width: number;
  height: number;
}

interface Shown {
  frameId: number;
  src: string;
  size: Size;
}

function useDecoded(frameId: number | undefined, width?: number) {
  const [shown, setShown] = useState<Shown>();
  const [failedId, setFailed] = useState<number>();
  useEffect(() => {
    if (frameId === undefined) return;
    const image = new Image();
    let isWanted = true;
    const src = pictureAddress(frameId, width);
    image.src = src;
    image.decode().then(
      () => {
        const size = { width: image.naturalWidth, height: image.naturalHeight };
        if (isWanted) setShown({ frameId, src, size });
      },
      () => {
        if (isWanted) setFailed(frameId);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [frameId, width]);
  return { shown, hasFailed: failedId !== undefined && failedId === frameId };
}

/** Room around a word, in pixels of the picture. */
const PADDING = 1.5;

export function BoxOverlay(props: { size: Size; boxes: readonly Placed[]; current: number }) {
  const { size, boxes, current } = props;
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} className="boxes" aria-hidden="true">
      {boxes.map(({ bounds }, i) => (
        <rect
          key={`${bounds.left} ${bounds.top} ${bounds.width}`}
          className={i === current ? 'cur' : ''}
          x={bounds.left * size.width - PADDING}
          y={bounds.top * size.height - PADDING}
          width={bounds.width * size.width + 2 * PADDING}
          height={bounds.height * size.height + 2 * PADDING}
          rx={3}
        />
      ))}
    </svg>
  );
}

/** The preview of a result: a picture with its matches. */
export function Shot(props: {
  frameId: number;
  alt: string;
  width?: number;
  positions?: readonly TextPosition[];
  current?: number;
}) {
  const { shown, hasFailed } = useDecoded(props.frameId, props.width);
  if (hasFailed)
    return (
      <div className="shot frame missing">
        <p className="mute">{t('This picture cannot be shown. Its text is still here.')}</p>
      </div>
    );
  const isCurrent = shown?.frameId === props.frameId;
  const aspect = shown ? shown.size.width / shown.size.height : 1.6;
  const boxes = isCurrent ? joinedBoxes(props.positions ?? [], aspect) : [];
  return (
    <div className="shot frame" style={{ aspectRatio: String(aspect) }}>
      {shown && <img src={shown.src} alt={props.alt} draggable={false} />}
      {shown && <BoxOverlay size={shown.size} boxes={boxes} current={props.current ?? -1} />}
    </div>
  );
}

/** Pictures that the browser has: they need not wait again. */
const seen = new Set<number>();
const MOST_SEEN = 2_000;
const RETRY_MS = 15_000;

function see(frameId: number): void {
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.add(frameId);
}

/** Small, clean, loaded when it comes into view, and not before there is time for it. */
export function Thumb(props: {
  frameId: number;
  className?: string;
  isWaiting?: boolean;
  /** False when only text was kept. */
  hasPicture?: boolean;
}) {
  const { frameId, className = '', isWaiting = false, hasPicture = true } = props;
  const [failedId, setFailed] = useState<number>();
  const hasFailed = failedId === frameId;
  useEffect(() => {
    // It may be on its way from another place.
    const timer = hasFailed ? setTimeout(() => setFailed(undefined), RETRY_MS) : undefined;
    return () => clearTimeout(timer);
  }, [hasFailed]);
  if (!hasPicture || hasFailed) {
    const Sign = hasFailed ? ImageOff : Type;
    return (
      <div className={`shot textonly ${className}`}>
        <Sign className="ic" aria-hidden="true" />
      </div>
    );
  }
  return (
    <div className={`shot ${className}`}>
      {(!isWaiting || seen.has(frameId)) && (
        <img
          src={pictureAddress(frameId, 240)}
          alt=""
          width={240}
          height={150}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => see(frameId)}
          onError={() => setFailed(frameId)}
        />
      )}
    </div>
  );
}

/** For `onError` of a small picture: a browser draws its own sign for one that cannot be shown. */
export function hideBroken({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = 'hidden';
}
