import { expect, test } from 'vitest';
import { sectionOf } from './sections.ts';

test.each([
  ['vision.ignoredApps', 'privacy'],
  ['input.typing', 'privacy'],
  ['audio.engine', 'text'],
  ['audio.enabled', 'recording'],
  ['port', 'access'],
  ['dataDir', 'storage'],
  ['something.new', 'advanced'],
])('%s is found under %s', (key, section) => {
  expect(sectionOf(key)).toBe(section);
});
