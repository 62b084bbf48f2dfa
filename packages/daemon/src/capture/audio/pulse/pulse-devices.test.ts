import { expect, test } from 'vitest';
import { recordedSources } from './pulse-devices.ts';

const SOURCES = 'Source #3\n\tName: desk_microphone\n\tDescription: Desk';

function output(source: string, pid: number): string {
  return `Source Output #9\n\tSource: ${source}\n\tProperties:\n\t\tapplication.process.id = "${pid}"`;
}

test('the source that a process records is known by its name', () => {
  expect(recordedSources(SOURCES, output('3', 41))).toEqual(new Map([[41, 'desk_microphone']]));
});

test('a stream that is not linked yet, or to a newer source, is on no other device', () => {
  const outputs = [output('4294967295', 41), output('4', 42)].join('\n\n');
  expect(recordedSources(SOURCES, outputs)).toEqual(new Map());
});
