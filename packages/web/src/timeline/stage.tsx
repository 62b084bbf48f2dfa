/**
 * The picture of the moment on one canvas, so that nothing flickers: the nearest decoded picture is drawn at once and replaced when the
 * exact one arrives. While the playhead moves, medium pictures are fetched ahead of it; at rest the full one replaces them.
 */
import { useEffect, useRef, useState } from 'react';
import type { FrameRef } from '../data/day.ts';
import { t } from '../language/message.ts';
import { clock } from '../parts/format.ts';
import { frameAt, nearestFrame } from './dock/lanes.ts';
import { type Failure, type Level, pictures as openPictures, type Pictures } from './pictures.ts';
import type { Playhead } from './playhead.ts';

const AHEAD = 12;
const BEHIND = 4;
const REST_MS = 120;
const SLOW_MS = 2_000;
/** Further away than this a decoded neighbour would be another moment. */
const NEIGHBOURS = 6;
/** A picture older than this is not what was on the screen. */
const STALE_MS = 10 * 60_000;

export function Stage(props: {
  frames: readonly FrameRef[];
  playhead: Playhead;
  onOpen(frameId: number): void;
  onWheelStep(steps: number): void;
  children?: React.ReactNode;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const current = useRef(props);
  current.current = props;
  const [drawn, setDrawn] = useState<FrameRef>();
  const [failure, setFailure] = useState<Failure>();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const painter = paint(canvas, current, { setDrawn, setFailure, setLate });
    return painter.close;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new frames of the day may hold the one that is wanted
  useEffect(() => {
    window.dispatchEvent(new Event('hindcast:frames'));
  }, [props.frames]);
  const wheel = useRef(0);
  return (
    <div
      className="stage"
      onWheel={({ deltaX, deltaY }) => {
        wheel.current += Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY;
        const steps = Math.trunc(wheel.current / 24);
        if (steps === 0) return;
        wheel.current -= steps * 24;
        props.onWheelStep(steps);
      }}
    >
      {isLate && <div className="late" aria-hidden="true" />}
      <canvas
        ref={canvas}
        role="img"
        aria-label={
          drawn
            ? t('Screen at {time}: {what}', {
                time: clock(drawn.atMs),
                what: `${drawn.app}, ${drawn.title}`,
              })
            : t('No picture')
        }
        hidden={props.children !== undefined || isWithoutPicture(failure)}
        onDoubleClick={() => drawn && props.onOpen(drawn.id)}
      />
      {props.children}
      {props.children === undefined && failure && <FailureText failure={failure} />}
      {isLate && (
        <p className="sr" role="status">
          {t('Taking longer than usual')}
        </p>
      )}
    </div>
  );
}

function FailureText({ failure }: { failure: Failure }) {
  const texts: Readonly<Record<Failure, string>> = {
    none: t('No picture was kept of this moment. The text is still here.'),
    missing: t('This picture cannot be shown. Its file is missing. The text is still here.'),
    remote: t('This picture is on another device.'),
    slow: t('This picture takes too long to read.'),
    unreachable: t('The service is not answering.'),
  };
  return <p className="mute stagetext">{texts[failure]}</p>;
}

function isWithoutPicture(failure: Failure | undefined): boolean {
  return failure === 'none' || failure === 'missing' || failure === 'remote';
}

interface Display {
  setDrawn(frame: FrameRef): void;
  setFailure(failure: Failure | undefined): void;
  setLate(isLate: boolean): void;
}

function paint(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  props: React.RefObject<{ frames: readonly FrameRef[]; playhead: Playhead }>,
  display: Display,
) {
  let isAsked = false;
  let lastIndex = -1;
  let drawnKey = '';
  let resting: ReturnType<typeof setTimeout> | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  const store: Pictures = openPictures(() => ask());

  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      draw();
    });
  }

  const failureOf = (frame: FrameRef) => (frame.hasPicture ? store.failure(frame.id) : 'none');

  function draw(): void {
    const { frames, playhead } = props.current;
    const index = nearestFrame(frames, playhead.get());
    const frame = frames[index];
    if (!frame) return;
    const direction = index >= lastIndex ? 1 : -1;
    if (index !== lastIndex) {
      lastIndex = index;
      store.want(wantedAround(frames, index, direction));
      waitForRest(frames, index);
      clearTimeout(late);
      display.setLate(false);
      late = setTimeout(
        () => display.setLate(store.get(frame.id, 'full') === undefined && !failureOf(frame)),
        SLOW_MS,
      );
    }
    display.setFailure(store.get(frame.id, 'full') ? undefined : failureOf(frame));
    show(frames, index);
  }

  function show(frames: readonly FrameRef[], index: number): void {
    const near = nearestDecoded(store, frames, index);
    const element = canvas.current;
    if (!near || !element) return;
    const key = `${near.frame.id} ${near.bitmap.width}`;
    if (key === drawnKey) return;
    drawnKey = key;
    const { width, height } = near.bitmap;
    if (element.width !== width || element.height !== height) {
      element.width = width;
      element.height = height;
      element.style.aspectRatio = `${width} / ${height}`;
    }
    element.getContext('2d', { alpha: false })?.drawImage(near.bitmap, 0, 0);
    element.dataset.frameId = String(near.frame.id);
    element.dataset.drawn = String(Number(element.dataset.drawn ?? 0) + 1);
    display.setDrawn(near.frame);
    if (near.frame.id === frames[index]?.id) display.setLate(false);
  }

  function waitForRest(frames: readonly FrameRef[], index: number): void {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const frame = frames[index];
      if (!frame?.hasPicture) return;
      const around = wantedAround(frames, index, 1).slice(1);
      store.want([{ id: frame.id, level: 'moving' }, { id: frame.id, level: 'full' }, ...around]);
    }, REST_MS);
  }

  const stop = props.current.playhead.listen(ask);
  const onFrames = () => {
    lastIndex = -1;
    ask();
  };
  window.addEventListener('hindcast:frames', onFrames);
  ask();
  return {
    close() {
      stop();
      window.removeEventListener('hindcast:frames', onFrames);
      clearTimeout(resting);
      clearTimeout(late);
      store.close();
    },
  };
}

function wantedAround(frames: readonly FrameRef[], index: number, direction: number) {
  const wanted: { id: number; level: Level }[] = [];
  const add = (at: number) => {
    const frame = frames[at];
    if (frame?.hasPicture) wanted.push({ id: frame.id, level: 'moving' });
  };
  add(index);
  for (let i = 1; i <= AHEAD; i += 1) add(index + i * direction);
  for (let i = 1; i <= BEHIND; i += 1) add(index - i * direction);
  return wanted;
}

function nearestDecoded(store: Pictures, frames: readonly FrameRef[], index: number) {
  for (let distance = 0; distance <= NEIGHBOURS; distance += 1) {
    for (const at of distance === 0 ? [index] : [index - distance, index + distance]) {
      const frame = frames[at];
      const bitmap = frame && store.get(frame.id, 'full');
      if (frame && bitmap) return { frame, bitmap };
    }
  }
  return undefined;
}

/** Whether a moment has a picture that may stand for it. */
export function hasPicture(frames: readonly FrameRef[], atMs: number): boolean {
  const before = frames[frameAt(frames, atMs)];
  const nearest = frames[nearestFrame(frames, atMs)];
  return [before, nearest].some((frame) => frame && Math.abs(frame.atMs - atMs) < STALE_MS);
}
