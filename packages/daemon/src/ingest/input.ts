/**
 * What a person did → rows. Events wait in a bounded queue and are written in batches, once it is certain that they were not done on
 * a locked screen.
 */
import type { ScreenLock } from '#capture/exclusions/screen-lock.ts';
import { boundedQueue } from '#core/bounded-queue.ts';
import { type Fault, faultOf } from '#core/fault.ts';
import type { InputEvent, UiElement } from '#core/observation.ts';
import type { Service } from '#core/service.ts';
import { isBeyondRepair } from '#store/errors.ts';
import type { NewInputEvent } from '#store/records.ts';
import type { Store } from '#store/store.ts';

/** A person makes a few events a second; this is minutes of them. */
const QUEUE_LENGTH = 1_000;

export interface InputIngest extends Service {
  offer(event: InputEvent): void;
  /** Events that found no room or could not be stored. */
  dropped(): number;
  lastWriteAtMs(): number | undefined;
  /** Why the last events could not be stored; undefined when they could. */
  lastFault(): Fault | undefined;
}

export function inputIngest(deps: {
  store: { readonly content: Pick<Store['content'], 'add'> };
  lock: Pick<ScreenLock, 'settled' | 'isSuspect'>;
  nowMs: () => number;
}): InputIngest {
  const { lock } = deps;
  const queue = boundedQueue<InputEvent>(QUEUE_LENGTH);
  let dropped = 0;
  let lastWriteAtMs: number | undefined;
  let lastFault: Fault | undefined;

  async function write(batch: readonly InputEvent[], signal: AbortSignal): Promise<void> {
    if (batch.length === 0) return;
    await lock.settled(Math.max(...batch.map(({ atMs }) => atMs)), signal);
    const events = batch.filter(({ atMs }) => !lock.isSuspect(atMs));
    if (events.length === 0) return;
    try {
      await deps.store.content.add({ inputEvents: events.map(toRow) });
      lastWriteAtMs = deps.nowMs();
      lastFault = undefined;
    } catch (error) {
      dropped += events.length;
      lastFault = faultOf(error, deps.nowMs());
      throw error;
    }
  }

  return {
    name: 'ingest.input',
    isFatal: isBeyondRepair,
    dropped: () => dropped,
    lastWriteAtMs: () => lastWriteAtMs,
    lastFault: () => lastFault,
    offer(event) {
      if (!queue.offer(event)) dropped += 1;
    },
    async run(signal) {
      for (;;) {
        const event = await queue.take(signal);
        if (!event) break;
        await write([event, ...queue.drain()], signal);
      }
      await write(queue.drain(), signal);
    },
  };
}

function toRow(event: InputEvent): NewInputEvent {
  const { window } = event;
  const place = {
    atMs: event.atMs,
    eventType: event.type,
    appName: window?.app,
    appPid: window?.pid,
    windowTitle: window?.title,
    browserUrl: window?.browserUrl,
  };
  switch (event.type) {
    case 'click': {
      const { x, y, button, clickCount, modifiers } = event;
      return { ...place, x, y, button, clickCount, modifiers, ...elementColumns(event.element) };
    }
    case 'scroll': {
      const { x, y, deltaX, deltaY } = event;
      return { ...place, x, y, deltaX, deltaY, ...elementColumns(event.element) };
    }
    case 'key':
      return { ...place, keyCount: event.keyCount };
    case 'text':
      return { ...place, textContent: event.text, ...elementColumns(event.element) };
    case 'clipboard':
      return { ...place, textContent: event.text };
    case 'app_switch':
    case 'window_focus':
      return place;
  }
}

function elementColumns(element: UiElement | undefined) {
  if (!element) return {};
  const { role, name, bounds } = element;
  return { elementRole: role, elementName: name, elementBounds: JSON.stringify(bounds) };
}
