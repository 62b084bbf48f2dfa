/** What every tool is given, and the parts that their inputs and answers share. */
import type { HindcastClient, Item } from '@hindcast/client';
import { z } from 'zod';
import { quote } from './quote.ts';

export type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: 'image/jpeg' };

export interface ToolParts {
  client: HindcastClient;
  /** Where a person opens what is cited. */
  webUrl: string;
  frameLink(id: number): string;
  momentLink(at: string): string;
  /** One item as an entry of a list, its text, or the given one, cut to `maxLength`. */
  line(item: Item, maxLength: number, text?: string): string;
}

export const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

export const time = (what: string) =>
  z.string().optional().describe(`${what}: RFC 3339, a date, or relative such as "2h ago".`);
export const RANGE = { start_time: time('Not before'), end_time: time('Not after') };
export const count = (most: number, usual: number) =>
  z.number().int().min(1).max(most).default(usual).describe('How many results.');

export function said(text: string): { content: Content[] } {
  return { content: [{ type: 'text', text }] };
}

export function toolParts(client: HindcastClient, webUrl: string): ToolParts {
  const frameLink = (id: number) => `${webUrl}/app/frame/${id}`;
  const momentLink = (at: string) => `${webUrl}/app/timeline?at=${encodeURIComponent(at)}`;

  function line({ type, content }: Item, maxLength: number, text?: string): string {
    const words = (own: string) => quote(text ?? own, maxLength);
    switch (type) {
      case 'OCR':
        return `- frame ${content.frame_id} · ${content.timestamp} · ${quote(content.app_name, 60)} ${quote(content.window_name, 80)} · ${frameLink(content.frame_id)}\n  ${words(content.text)}`;
      case 'Audio':
        return `- said (audio ${content.chunk_id}) · ${content.timestamp} · ${quote(content.speaker?.name || 'unknown speaker', 60)}${languageOf(content.language)} · ${momentLink(content.timestamp)}\n  ${words(content.transcription)}`;
      case 'UI':
        return `- screen text ${content.id} · ${content.timestamp} · ${quote(content.app_name, 60)} · ${momentLink(content.timestamp)}\n  ${words(content.text)}`;
      case 'Input':
        return `- input ${content.id} (${content.event_type}) · ${content.timestamp} · ${quote(content.app_name ?? '', 60)} · ${momentLink(content.timestamp)}\n  ${words(content.text_content ?? '')}`;
    }
  }

  return { client, webUrl, frameLink, momentLink, line };
}

/** Only a code is said: the store takes any text from a program that adds speech. */
function languageOf(language: string | null = null): string {
  return language !== null && /^[a-z]{2,3}$/.test(language) ? ` · language ${language}` : '';
}
