/**
 * What was stored, as the events of `/ws/events` and the `/sse/…` streams. Names and shapes are those that existing clients read;
 * times are ISO 8601.
 */
import { iso, isoOrNull } from '#serve/request/time.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import type { NewFrame } from '#store/new-records.ts';
import type { TextBox } from '#store/records.ts';
import type { Meeting } from '#store/timeline/overview-records.ts';

export interface WireEvent {
  name: string;
  data: unknown;
  /** The frame whose picture may be added as `data.image`. */
  frameId?: number;
}

/** Only the service says these; a client that sends one of them is refused. */
export const OWN_EVENTS: ReadonlySet<string> = new Set([
  'ocr_result',
  'ui_frame',
  'transcription',
  'input',
  'meeting_started',
  'meeting_ended',
  'governor_changed',
]);

export function toWireEvents(event: StoredEvent): WireEvent[] {
  switch (event.kind) {
    case 'frame':
      return frameEvents(event.id, event.frame);
    case 'transcription': {
      const { atMs, deviceName, text, isInput, language } = event.transcription;
      const data = {
        id: event.id,
        chunk_id: event.chunkId,
        timestamp: iso(atMs),
        device: deviceName,
        transcription: text,
        is_final: event.isFinal,
        is_input: isInput,
        // A speaker without a name has an id only.
        speaker: event.speaker?.name || null,
        speaker_id: event.speaker?.id ?? null,
        language: language ?? null,
      };
      return [{ name: 'transcription', data }];
    }
    case 'ui': {
      const { atMs, text, appName, windowName, browserUrl, initialTraversalAtMs } = event.uiText;
      const started = isoOrNull(initialTraversalAtMs);
      const place = { appName, windowName, browserUrl };
      return [uiFrame({ atMs, text, place, initialTraversalAt: started, frameId: undefined })];
    }
    case 'input': {
      const { atMs, eventType, appName, windowTitle, browserUrl, textContent } = event.event;
      const data = {
        id: event.id,
        timestamp: iso(atMs),
        event_type: eventType,
        app_name: appName ?? null,
        window_title: windowTitle ?? null,
        browser_url: browserUrl ?? null,
        text_content: textContent ?? null,
      };
      return [{ name: 'input', data }];
    }
    case 'meeting_started':
    case 'meeting_ended':
      return [{ name: event.kind, data: meetingData(event.meeting) }];
    case 'governor_changed': {
      const { kind, atMs, ...change } = event;
      return [{ name: kind, data: { timestamp: iso(atMs), ...change } }];
    }
  }
}

/** Names of a calendar are what clients read; ours come from the window and from the voices. */
function meetingData({ id, appName, startMs, endMs, title, attendees }: Meeting) {
  return {
    id,
    app: appName,
    timestamp: iso(endMs ?? startMs),
    ...(title !== null && { calendar_title: title }),
    ...(attendees !== null && { calendar_attendees: attendees.split(', ') }),
  };
}

/** Text that came from the accessibility tree is also reported as `ui_frame`. */
function frameEvents(frameId: number, frame: NewFrame): WireEvent[] {
  const { atMs, appName, windowName, browserUrl, focused, boxes = [], text = '' } = frame;
  const seen: WireEvent = {
    name: 'ocr_result',
    frameId,
    data: {
      frame_id: frameId,
      timestamp: iso(atMs),
      text,
      text_json: boxes.map(toWord),
      confidence: meanConfidence(boxes),
      app_name: appName ?? '',
      window_name: windowName ?? '',
      browser_url: browserUrl ?? null,
      focused: focused ?? null,
      device_name: frame.deviceName,
      text_source: frame.textSource ?? null,
      capture_trigger: frame.captureTrigger ?? null,
      image: null,
    },
  };
  const hasTree = frame.textSource === 'accessibility' || frame.textSource === 'hybrid';
  if (!hasTree) return [seen];
  const place = { appName, windowName, browserUrl };
  return [seen, uiFrame({ atMs, text, place, initialTraversalAt: iso(atMs), frameId })];
}

function uiFrame(of: {
  atMs: number;
  text: string;
  place: {
    appName?: string | undefined;
    windowName?: string | undefined;
    browserUrl?: string | undefined;
  };
  initialTraversalAt: string | null;
  frameId: number | undefined;
}): WireEvent {
  const { appName = '', windowName = '', browserUrl } = of.place;
  return {
    name: 'ui_frame',
    ...(of.frameId !== undefined && { frameId: of.frameId }),
    data: {
      timestamp: iso(of.atMs),
      // Two generations of clients call the same things by two names.
      app: appName,
      app_name: appName,
      window: windowName,
      window_name: windowName,
      text_output: of.text,
      text: of.text,
      browser_url: browserUrl ?? null,
      initial_traversal_at: of.initialTraversalAt,
      image: null,
    },
  };
}

/** As old clients expect it: every value is a text. */
function toWord({ text, left, top, width, height, confidence }: TextBox): Record<string, string> {
  return {
    text,
    left: String(left),
    top: String(top),
    width: String(width),
    height: String(height),
    conf: String(confidence),
  };
}

function meanConfidence(boxes: readonly TextBox[]): number | null {
  if (boxes.length === 0) return null;
  return boxes.reduce((sum, { confidence }) => sum + confidence, 0) / boxes.length;
}
