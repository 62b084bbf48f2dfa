/** Turns checked items of `POST /add` into what the store takes. Pure: images are imported before. */
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import { tidyTags } from '#serve/request/tag-list.ts';
import { ACCEPTED_TIMES, parseTime } from '#serve/request/time.ts';
import type { NewElement, NewFrame, NewTranscription, NewUiText } from '#store/new-records.ts';
import type { NewInputEvent, TextBox } from '#store/records.ts';
import type { RequestBudget } from './request-budget.ts';
import {
  MAX_TEXT_LENGTH,
  type OcrResult,
  type WireNewFrame,
  type WireNewInputEvent,
  type WireNewTranscription,
  type WireNewUiText,
} from './schema.ts';
import { MAX_BOXES_PER_FRAME, parseTextBoxes, tooMany } from './text-boxes.ts';

export interface ItemContext {
  deviceName: string;
  nowMs: number;
  /** Name of the item in the body, such as `content.data[2]`. */
  field: string;
  /** Of the whole request. */
  budget: RequestBudget;
}

/** Added by hand: no place within a recording. */
const NO_OFFSET = -1;

export function toNewFrame(frame: WireNewFrame, context: ItemContext): NewFrame {
  const results = frame.ocr_results ?? [];
  const text = textOf(results, `${context.field}.ocr_results`);
  return {
    atMs: timeOf(frame.timestamp, 'timestamp', context),
    deviceName: frame.device_name ?? context.deviceName,
    appName: frame.app_name,
    windowName: frame.window_name,
    browserUrl: frame.browser_url,
    frameName: frame.frame_name,
    focused: frame.focused ?? firstOf(results, (result) => result.focused),
    captureTrigger: frame.capture_trigger ?? 'manual',
    textSource: frame.text_source ?? (text === '' ? undefined : 'ocr'),
    text,
    ocrEngine: firstOf(results, (result) => result.ocr_engine),
    boxes: boxesOf(results, context),
    elements: frame.elements?.map((element, index) =>
      toNewElement(element, index, `${context.field}.elements[${index}]`),
    ),
    tags: frame.tags && tidyTags(frame.tags),
  };
}

function textOf(results: readonly OcrResult[], field: string): string {
  const text = results.map((result) => result.text).join('\n');
  if (text.length <= MAX_TEXT_LENGTH) return text;
  throw new InvalidBodyError(field, `must not have more than ${MAX_TEXT_LENGTH} characters`);
}

function boxesOf(results: readonly OcrResult[], context: ItemContext): TextBox[] {
  const field = `${context.field}.ocr_results`;
  const boxes = results.flatMap(({ text_json }, index) =>
    text_json === undefined
      ? []
      : parseTextBoxes(text_json, `${field}[${index}].text_json`, context.budget),
  );
  if (boxes.length > MAX_BOXES_PER_FRAME) throw tooMany(field);
  return boxes;
}

function toNewElement(
  element: NonNullable<WireNewFrame['elements']>[number],
  index: number,
  field: string,
): NewElement {
  if (element.parent !== undefined && element.parent >= index) {
    throw new InvalidBodyError(`${field}.parent`, 'must be the position of an earlier element');
  }
  return { ...element, source: element.source ?? 'accessibility' };
}

export function toNewTranscription(
  item: WireNewTranscription,
  context: ItemContext,
): NewTranscription {
  return {
    atMs: timeOf(item.timestamp, 'timestamp', context),
    text: item.transcription,
    engine: item.transcription_engine ?? 'manual',
    language: item.language,
    deviceName: item.device_name ?? context.deviceName,
    isInput: item.is_input ?? true,
    speakerId: item.speaker_id,
    filePath: item.file_path,
    offsetIndex: NO_OFFSET,
    startSecs: item.start_time,
    endSecs: item.end_time,
    tags: item.tags && tidyTags(item.tags),
  };
}

export function toNewUiText(item: WireNewUiText, context: ItemContext): NewUiText {
  const { initial_traversal_at: traversalAt } = item;
  return {
    atMs: timeOf(item.timestamp, 'timestamp', context),
    text: item.text,
    appName: item.app_name,
    windowName: item.window_name,
    browserUrl: item.browser_url,
    initialTraversalAtMs:
      traversalAt === undefined ? undefined : timeOf(traversalAt, 'initial_traversal_at', context),
  };
}

export function toNewInputEvent(item: WireNewInputEvent, context: ItemContext): NewInputEvent {
  return {
    atMs: timeOf(item.timestamp, 'timestamp', context),
    eventType: item.event_type,
    sessionId: item.session_id,
    relativeMs: item.relative_ms,
    x: rounded(item.x),
    y: rounded(item.y),
    deltaX: rounded(item.delta_x),
    deltaY: rounded(item.delta_y),
    button: item.button,
    clickCount: item.click_count,
    keyCode: item.key_code,
    modifiers: item.modifiers,
    textContent: item.text_content,
    appName: item.app_name,
    appPid: item.app_pid,
    windowTitle: item.window_title,
    browserUrl: item.browser_url,
    elementRole: item.element_role,
    elementName: item.element_name,
    elementValue: item.element_value,
    elementDescription: item.element_description,
    elementAutomationId: item.element_automation_id,
    elementBounds: item.element_bounds,
    frameId: item.frame_id,
  };
}

function timeOf(
  value: string | number | undefined,
  name: string,
  { nowMs, field }: ItemContext,
): number {
  if (value === undefined || value === '') return nowMs;
  const atMs = parseTime(String(value), nowMs);
  if (atMs === undefined)
    throw new InvalidBodyError(`${field}.${name}`, `must be ${ACCEPTED_TIMES}`);
  return atMs;
}

/** Pointers on scaled screens stand between pixels; the interface has whole ones. */
function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value);
}

function firstOf<T>(
  results: readonly OcrResult[],
  pick: (result: OcrResult) => T | undefined,
): T | undefined {
  return results.map(pick).find((value) => value !== undefined);
}
