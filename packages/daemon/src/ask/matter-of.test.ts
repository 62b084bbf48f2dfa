import { expect, test } from 'vitest';
import { matterOf } from './matter-of.ts';

test('words that only say that something is asked are left out', () => {
  expect(matterOf('what did we say about the lease?')).toBe('the lease?');
  expect(matterOf('the page about the landlord wanting more money')).toBe(
    'the landlord wanting more money',
  );
  expect(matterOf('where did I see the green sofa?')).toBe('the green sofa?');
  expect(matterOf('Please show me the email about taxes')).toBe('taxes');
  expect(matterOf('who mentioned the oven?')).toBe('the oven?');
  // What is left when a person was understood.
  expect(matterOf('what did say about the enclosure')).toBe('the enclosure');
});

test('words that say what is wanted stay', () => {
  for (const question of [
    'what did we agree about the enclosure?',
    'when is the delivery?',
    'how much is the tooling change?',
    'read receipts of the page builder',
    'foundation of the building',
    'what is read receipts?',
    'Find My iPhone settings',
    'meeting with Anna',
  ]) {
    expect(matterOf(question)).toBe(question);
  }
});

test('a question of nothing else stays whole', () => {
  expect(matterOf('what did we say about ?')).toBe('what did we say about ?');
  expect(matterOf('find')).toBe('find');
});
