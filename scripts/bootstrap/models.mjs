/**
 * Which models a fresh clone lacks. The smallest speech model and the one of meaning serve every machine and the tests; a machine with four
 * cores is given the better speech model too, which the service then takes by itself. Only tests need the one for other languages.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const TESTED = 'whisper-tiny';

const MODELS = [
  { id: 'moonshine-tiny', purpose: 'speech', size: '22 MB', cores: 1 },
  { id: 'minilm-moments', purpose: 'meaning', size: '17 MB', cores: 1 },
  { id: 'moonshine-base', purpose: 'speech', size: '67 MB', cores: 4 },
  { id: 'whisper-tiny', purpose: 'speech', size: '29 MB', cores: Number.POSITIVE_INFINITY },
];

/** @param {{ root: string, cores: number, forTests: boolean }} machine */
export function missingModels({ root, cores, forTests }) {
  const folder = join(root, 'node_modules', '.cache', 'hindcast', 'models');
  const wanted = MODELS.filter(({ id, cores: needed }) =>
    forTests ? needed === 1 || id === TESTED : cores >= needed,
  );
  // A model is put in place whole or not at all.
  return wanted.filter(({ id }) => !existsSync(join(folder, id)));
}
