/** A conversation as a file to keep: plain text, or subtitles whose time begins with the conversation. Pure. */
import type { Line } from '../data/day.ts';
import { t } from '../language/message.ts';
import { clock } from '../parts/format.ts';

export interface TranscriptFile {
  ending: 'txt' | 'srt' | 'vtt';
  mediaType: string;
  write(lines: readonly Line[], startMs: number): string;
}

const whoSpoke = ({ speaker }: Line) => speaker || t('Somebody');
/** An empty line would end a subtitle. */
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export function textOf(lines: readonly Line[]): string {
  return lines.map((line) => `[${clock(line.startMs)}] ${whoSpoke(line)}: ${line.text}`).join('\n');
}

/** `01:02:03,456`; a line that began before the conversation is shown from its start. */
function stamp(ms: number, separator: ',' | '.'): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60].map(two).join(':');
  return `${time}${separator}${String(whole % 1000).padStart(3, '0')}`;
}

function times({ startMs, endMs }: Line, fromMs: number, separator: ',' | '.'): string {
  return `${stamp(startMs - fromMs, separator)} --> ${stamp(endMs - fromMs, separator)}`;
}

function srtOf(lines: readonly Line[], fromMs: number): string {
  const cues = lines.map(
    (line, i) =>
      `${i + 1}\n${times(line, fromMs, ',')}\n${whoSpoke(line)}: ${onOneLine(line.text)}\n`,
  );
  return cues.join('\n');
}

function vttOf(lines: readonly Line[], fromMs: number): string {
  const escaped = (text: string) =>
    onOneLine(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const cues = lines.map(
    (line) => `${times(line, fromMs, '.')}\n<v ${escaped(whoSpoke(line))}>${escaped(line.text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

export const TRANSCRIPT_FILES: Readonly<Record<TranscriptFile['ending'], TranscriptFile>> = {
  txt: { ending: 'txt', mediaType: 'text/plain', write: (lines) => `${textOf(lines)}\n` },
  srt: { ending: 'srt', mediaType: 'application/x-subrip', write: srtOf },
  vtt: { ending: 'vtt', mediaType: 'text/vtt', write: vttOf },
};

/** `Lisbon weekly 2026-11-13.srt`, without what file systems refuse. */
export function fileNameOf(title: string, startMs: number, ending: string): string {
  const at = new Date(startMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const name =
    onOneLine(title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')).slice(0, 80) || t('Conversation');
  return `${name} ${day}.${ending}`;
}
