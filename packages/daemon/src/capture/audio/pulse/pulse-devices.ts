/**
 * Reads the list of devices out of what `pactl` prints. The plain text is read, not the JSON: `pactl` 16 replaces every description
 * that is not ASCII by "(null)" there.
 */
import type { AudioDevice } from '../audio-source.ts';

export interface PulseListing {
  /** Of `pactl info`. */
  readonly info: string;
  /** Of `pactl list sources`. */
  readonly sources: string;
  /** Of `pactl list sinks`. */
  readonly sinks: string;
}

/** In the order of the sound server, inputs first. */
export function devicesFrom({ info, sources, sinks }: PulseListing): AudioDevice[] {
  const server = fieldsOf(info, '');
  const isMonitor = (source: Fields) => !['n/a', ''].includes(source['Monitor of Sink'] ?? '');
  const inputs = entriesOf(sources)
    .filter((source) => !isMonitor(source))
    .map((source) => ({ id: source.Name ?? '', label: source.Description, kind: 'input' as const }))
    .map((device) => ({ ...device, isDefault: device.id === server['Default Source'] }));
  const outputs = entriesOf(sinks).map((sink) => ({
    id: sink['Monitor Source'] ?? '',
    label: sink.Description,
    kind: 'output' as const,
    isDefault: sink.Name === server['Default Sink'],
  }));
  const taken = new Set<string>();
  return [...inputs, ...outputs]
    .filter(({ id }) => id !== '')
    .map(({ id, label, kind, isDefault }) => ({
      id,
      name: freeName(label || id, kind, taken),
      kind,
      isDefault,
    }));
}

/** The source that each process records, by process id; without those whose source is not known (yet). Of `pactl list sources` and `pactl list source-outputs`. */
export function recordedSources(sources: string, outputs: string): Map<number, string> {
  const names = new Map(
    entriesOf(sources).map(({ '#': number = '', Name = '' }) => [number, Name] as const),
  );
  return new Map(
    entriesOf(outputs).flatMap((output) => {
      const name = names.get(output.Source ?? '');
      return name === undefined ? [] : [[Number(output['application.process.id']), name]];
    }),
  );
}

/** Two of the same make have the same description; people and the HTTP interface tell devices apart by name. */
function freeName(label: string, kind: AudioDevice['kind'], taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${label} (${kind})` : `${label} ${number} (${kind})`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Entries are separated by an empty line and begin with their number; their own fields are indented once, properties twice. */
function entriesOf(text: string): Fields[] {
  return text
    .split(/\n\n/)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => ({
      ...fieldsOf(entry, '\t'),
      '#': /#(\d+)/.exec(entry)?.[1],
      'application.process.id': /^\t\tapplication\.process\.id = "(\d+)"$/m.exec(entry)?.[1],
    }));
}

function fieldsOf(text: string, indent: string): Fields {
  const pattern = new RegExp(`^${indent}([A-Z][^:\\t]*): (.*)$`);
  const fields: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, key, value] = pattern.exec(line) ?? [];
    if (key !== undefined && value !== undefined) fields[key] ??= value;
  }
  return fields;
}
