/** Speakers as a table for people: with a piece of what each said, by which a person recognises them. */
import { cut, pad, printable, type Style, widthOf } from './terminal.ts';

const NAME_WIDTH = 24;
const ID_WIDTH = 6;
const NO_NAME = '(no name)';

interface Speaker {
  readonly id: number;
  readonly name: string;
  readonly metadata: string;
}

export function speakerTable(
  speakers: readonly Speaker[],
  { columns, style }: { columns: number; style: Style },
): string {
  const rows = speakers.map(({ id, name, metadata }) => ({
    id: String(id),
    name: printable(name) || NO_NAME,
    said: saidBy(metadata),
  }));
  const width = Math.min(NAME_WIDTH, Math.max(...rows.map(({ name }) => widthOf(name))));
  const line = ({ id, name, said }: { id: string; name: string; said: string }) =>
    cut(`${pad(id, ID_WIDTH)}  ${pad(cut(name, width), width)}  ${said}`.trimEnd(), columns);
  return [style.dim(line({ id: 'Id', name: 'Name', said: 'Said' })), ...rows.map(line)].join('\n');
}

/** The newest sample, where the service gives any. */
function saidBy(metadata: string): string {
  const { audio_samples: samples = [] } = (metadata === '' ? {} : JSON.parse(metadata)) as {
    audio_samples?: { transcript: string; chunk_id: number }[];
  };
  const [first] = samples;
  return first === undefined ? '' : `${printable(first.transcript)} (recording ${first.chunk_id})`;
}
