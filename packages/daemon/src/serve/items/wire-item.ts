/** Turns items of the store into their wire shapes: snake_case and ISO times begin here. */

import type { Static } from 'typebox';
import { iso, isoOrNull } from '#serve/request/time.ts';
import type { FrameItem, InputItem, Item, TranscriptItem, UiTextItem } from '#store/records.ts';
import type { AudioContent, InputContent, OcrContent, UiContent, WireItem } from './schema.ts';

export function toWireItem(item: Item): WireItem {
  switch (item.kind) {
    case 'ocr':
      return { type: 'OCR', content: ocrContent(item) };
    case 'audio':
      return { type: 'Audio', content: audioContent(item) };
    case 'ui':
      return { type: 'UI', content: uiContent(item) };
    case 'input':
      return { type: 'Input', content: inputContent(item) };
  }
}

/** Nothing when it has one, or one that comes back when somebody looks at it. */
export function whyNoPicture({ pictureGone }: Pick<FrameItem, 'pictureGone'>): {
  picture_gone?: string;
} {
  if (pictureGone === undefined || pictureGone === 'keeper') return {};
  return { picture_gone: pictureGone };
}

function ocrContent(item: FrameItem): Static<typeof OcrContent> {
  return {
    frame_id: item.frameId,
    text: item.text,
    timestamp: iso(item.atMs),
    file_path: item.filePath,
    offset_index: item.offsetIndex,
    app_name: item.appName,
    window_name: item.windowName,
    tags: item.tags,
    frame: null,
    frame_name: item.frameName,
    browser_url: item.browserUrl,
    focused: item.focused,
    device_name: item.deviceName,
    text_source: item.textSource,
    capture_trigger: item.captureTrigger,
    machine_id: item.machineId,
    ...whyNoPicture(item),
  };
}

function audioContent(item: TranscriptItem): Static<typeof AudioContent> {
  return {
    chunk_id: item.chunkId,
    transcription: item.text,
    timestamp: iso(item.atMs),
    file_path: item.filePath,
    offset_index: item.offsetIndex,
    tags: item.tags,
    device_name: item.deviceName,
    device_type: item.isInput ? 'Input' : 'Output',
    other_devices: [...item.otherDevices],
    speaker: item.speaker,
    speaker_id: item.speaker?.id ?? null,
    speaker_label: item.speaker?.name || null,
    start_time: item.startSecs,
    end_time: item.endSecs,
    language: item.language,
  };
}

function uiContent(item: UiTextItem): Static<typeof UiContent> {
  return {
    id: item.id,
    text: item.text,
    timestamp: iso(item.atMs),
    app_name: item.appName,
    window_name: item.windowName,
    initial_traversal_at: isoOrNull(item.initialTraversalAtMs),
    file_path: item.filePath,
    offset_index: item.offsetIndex,
    frame_name: item.frameName,
    browser_url: item.browserUrl,
  };
}

function inputContent(item: InputItem): Static<typeof InputContent> {
  return {
    id: item.id,
    timestamp: iso(item.atMs),
    event_type: item.eventType,
    app_name: item.appName,
    window_title: item.windowTitle,
    browser_url: item.browserUrl,
    text_content: item.textContent,
    x: item.x,
    y: item.y,
    key_code: item.keyCode,
    modifiers: item.modifiers,
    element_role: item.elementRole,
    element_name: item.elementName,
  };
}
