/** The coverage of a range as tables for people: how long each stream was in which state, then the gaps or all spans in order. */
import type { Coverage } from '@hindcast/client';
import { duration } from './coverage-line.ts';
import { localTime } from './results.ts';
import { cut, pad, printable, type Style } from './terminal.ts';

const STATES = ['captured', 'idle', 'paused', 'excluded', 'locked', 'off', 'failed'] as const;
const CELL = 8;
const MINUTE_MS = 60_000;

export function coverageTable(
  coverage: Coverage,
  options: { showsSpans: boolean; columns: number; style: Style },
): string {
  const { style } = options;
  const listed = spansOf(coverage, options.showsSpans ? 'spans' : 'gaps');
  const head = ['From', 'To', 'Stream', 'State', 'Length', 'Cause'];
  return [
    `${localTime(coverage.start_time)} to ${localTime(coverage.end_time)}`,
    ...(coverage.since === null
      ? ['Nothing has been recorded yet.']
      : [`Known since ${localTime(coverage.since)}`]),
    '',
    style.dim(totalsRow('Stream', STATES)),
    ...Object.entries(coverage.streams).map(([name, { minutes }]) =>
      totalsRow(
        name,
        STATES.map((state) => (minutes[state] ? duration(minutes[state]) : '-')),
      ),
    ),
    '',
    ...(listed.length === 0
      ? ['No gaps.']
      : [style.dim(spanRow(head)), ...listed.map((cells) => cut(spanRow(cells), options.columns))]),
  ].join('\n');
}

function totalsRow(name: string, cells: readonly string[]): string {
  return [pad(name, 6), ...cells.map((cell) => cell.padStart(CELL))].join('  ');
}

/** Of all streams, in the order of time. */
function spansOf({ streams }: Coverage, which: 'spans' | 'gaps'): string[][] {
  return Object.entries(streams)
    .flatMap(([name, stream]) => stream[which].map((span) => ({ name, ...span })))
    .sort((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))
    .map(({ name, start_time, end_time, state, cause }) => {
      const minutes = (Date.parse(end_time) - Date.parse(start_time)) / MINUTE_MS;
      const times = [localTime(start_time), localTime(end_time)];
      return [...times, name, state, duration(minutes), printable(cause ?? '')];
    });
}

function spanRow([from = '', to = '', stream = '', state = '', length = '', cause = '']: string[]) {
  const row = [pad(from, 16), pad(to, 16), pad(stream, 6), pad(state, CELL), pad(length, CELL)];
  return [...row, cause].join('  ').trimEnd();
}
