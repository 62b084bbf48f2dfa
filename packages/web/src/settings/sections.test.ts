import { expect, test } from 'vitest';
import { sectionOf } from './sections.ts';
import { titleOf } from './titles.ts';

test.each([
  ['vision.ignoredApps', 'privacy'],
  ['input.typing', 'privacy'],
  ['vision.rememberOwnPage', 'privacy'],
  ['audio.engine', 'text'],
  ['audio.enabled', 'recording'],
  ['meaning.enabled', 'text'],
  ['assistant.coverPersonalData', 'text'],
  ['port', 'access'],
  ['dataDir', 'storage'],
  ['something.new', 'advanced'],
])('%s is found under %s', (key, section) => {
  expect(sectionOf(key)).toBe(section);
});

test('a setting has a name in plain words, also one that nobody named', () => {
  expect(titleOf('vision.ignoredApps')).toBe('Never record these apps');
  expect(titleOf('storage.keepPicturesDays')).toBe('Storage: keep pictures days');
});
