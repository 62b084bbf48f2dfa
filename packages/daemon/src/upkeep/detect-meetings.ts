/**
 * The rules that make meetings of call windows and speech. A meeting is a run of both without a long silence: with a call window
 * some words are enough; without one it takes a conversation, heard from a microphone and from the loudspeakers. Pure.
 */
import type { MeetingEvidence } from '#store/timeline/overview-records.ts';

/** People think, read and mute themselves; after this long they have left. */
export const LONGEST_SILENCE_MS = 3 * 60_000;
const SHORTEST_CALL_MS = 60_000;
const SHORTEST_TALK_MS = 3 * 60_000;
const LINES_OF_CALL = 2;
const LINES_OF_TALK = 8;

export interface DetectedMeeting {
  startMs: number;
  endMs: number;
  source: 'app' | 'speech';
  /** Of the call window seen most; undefined when there was none. */
  window: { appName: string; title: string } | undefined;
  speakers: string[];
}

type Sign =
  | { kind: 'call'; atMs: number; appName: string; title: string }
  | { kind: 'speech'; atMs: number; speaker: string | null; isInput: boolean };

export function detectMeetings({ calls, speech }: MeetingEvidence): DetectedMeeting[] {
  const signs: Sign[] = [
    ...calls.map((call): Sign => ({ kind: 'call', ...call })),
    ...speech.map((line): Sign => ({ kind: 'speech', ...line })),
  ].sort((a, b) => a.atMs - b.atMs);
  const runs: Sign[][] = [];
  for (const sign of signs) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && sign.atMs - last.atMs <= LONGEST_SILENCE_MS) run.push(sign);
    else runs.push([sign]);
  }
  return runs.flatMap((run) => meetingOf(run) ?? []);
}

function meetingOf(run: readonly Sign[]): DetectedMeeting | undefined {
  const startMs = run[0]?.atMs ?? 0;
  const endMs = run.at(-1)?.atMs ?? 0;
  const lines = run.filter((sign) => sign.kind === 'speech');
  const windows = run.filter((sign) => sign.kind === 'call');
  const isCall =
    windows.length > 0 && lines.length >= LINES_OF_CALL && endMs - startMs >= SHORTEST_CALL_MS;
  const isTalk =
    lines.length >= LINES_OF_TALK &&
    endMs - startMs >= SHORTEST_TALK_MS &&
    lines.some(({ isInput }) => isInput) &&
    lines.some(({ isInput }) => !isInput);
  if (!isCall && !isTalk) return undefined;
  const speakers = new Set(lines.flatMap(({ speaker }) => speaker ?? []));
  return {
    startMs,
    endMs,
    source: windows.length > 0 ? 'app' : 'speech',
    window: mostSeen(windows),
    speakers: [...speakers].sort(),
  };
}

function mostSeen(
  windows: readonly { appName: string; title: string }[],
): DetectedMeeting['window'] {
  const counts = new Map<string, { appName: string; title: string; count: number }>();
  for (const { appName, title } of windows) {
    const name = JSON.stringify([appName, title]);
    const entry = counts.get(name) ?? { appName, title, count: 0 };
    entry.count += 1;
    counts.set(name, entry);
  }
  const [first] = [...counts.values()].sort((a, b) => b.count - a.count);
  return first && { appName: first.appName, title: first.title };
}

/** What a window calls itself, without the names of programs around it. Null when nothing is left. */
export function titleOf(window: string): string | null {
  const title = window
    .replace(/^(?:Meet|Google Meet|Zoom Meeting|Meeting)\s*[-–—|:]\s*/i, '')
    .replace(
      /\s*[-–—|]\s*(?:[^-–—|]*(?:Chrome|Chromium|Firefox|Edge|Safari|Zoom|Teams|Webex|Slack)[^-–—|]*)$/i,
      '',
    )
    .trim();
  return title === '' ? null : title;
}
