/** The conversations of a day: meetings, and speech outside of them, split where nobody spoke for a while. */
import type { Line, Meeting, Span } from '../data/day.ts';
import { t } from '../language/message.ts';

export interface Stretch extends Span {
  id: string;
  title: string;
  detail: string;
  lines: readonly Line[];
  meeting: Meeting | undefined;
}

/** Speech that is further apart than this is another conversation. */
const SILENCE_MS = 5 * 60_000;

/** Meetings, and what was said outside of them. */
export function stretchesOf(lines: readonly Line[], meetings: readonly Meeting[]): Stretch[] {
  const inMeeting = (line: Line, { startMs, endMs }: Span) =>
    line.startMs >= startMs - 1000 && line.startMs <= endMs + 1000;
  const found: Stretch[] = meetings.map((meeting) => ({
    startMs: meeting.startMs,
    endMs: meeting.endMs,
    id: String(meeting.id),
    title: meeting.title,
    detail: meeting.attendees || meeting.app,
    lines: lines.filter((line) => inMeeting(line, meeting)),
    meeting,
  }));
  let current: Line[] = [];
  const close = () => {
    const [first] = current;
    const last = current.at(-1);
    if (first && last) found.push(otherSpeech(current, first, last));
    current = [];
  };
  for (const line of lines) {
    if (meetings.some((meeting) => inMeeting(line, meeting))) continue;
    const last = current.at(-1);
    if (last && line.startMs - last.endMs > SILENCE_MS) close();
    current.push(line);
  }
  close();
  return found.sort((a, b) => a.startMs - b.startMs);
}

/** The meeting of this day that came before. */
export function meetingBefore(
  { startMs, meeting }: Stretch,
  stretches: readonly Stretch[],
): Meeting | undefined {
  const others = stretches.filter((one) => one.meeting && one.meeting !== meeting);
  return others.findLast((one) => one.startMs <= startMs)?.meeting;
}

function otherSpeech(lines: readonly Line[], first: Line, last: Line): Stretch {
  const names = [...new Set(lines.map(({ speaker }) => speaker).filter(Boolean))];
  return {
    startMs: first.startMs,
    endMs: last.endMs,
    id: `t${first.startMs}`,
    title: names.join(', ') || t('Speech'),
    detail: `${first.text.slice(0, 60)}…`,
    lines,
    meeting: undefined,
  };
}
