import { expect, test } from 'vitest';
import { withVocabulary } from './retranscribe.ts';

test('known words are put right as whole words, whatever their case', () => {
  const vocabulary = [{ word: 'pbx', replacement: 'PBX' }, { word: 'hindcast' }, { word: 'a.b' }];
  expect(withVocabulary('The Pbx and HINDCAST, pbxes and a-b', vocabulary)).toBe(
    'The PBX and hindcast, pbxes and a-b',
  );
});

test('a replacement is taken as it is written', () => {
  expect(withVocabulary('cost of x', [{ word: 'x', replacement: '$&' }])).toBe('cost of $&');
});
