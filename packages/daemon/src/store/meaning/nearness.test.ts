import { expect, test } from 'vitest';
import { addsToTitle, isProse, nearnessOf } from './nearness.ts';

const passage = (text: string) => ({ hash: 1, text, boxes: [], from: 0, to: 1 });
const around = {
  title: passage('Budget for the first run'),
  similarity: 0,
  names: 'Pigeon Mail Budget for the first run - Inbox',
};
const nearness = (text: string) => nearnessOf(passage(text), 0.5, around);
const PROSE = 'Please tell me by noon what one station costs us at the first run';

test('prose counts more than labels, a few words or a title, also where the picture shows it', () => {
  expect(nearness(PROSE)).toBe(0.5);
  expect(nearness('costs of one station')).toBeLessThan(0.5);
  expect(nearness('Inbox\nStarred\nDrafts\nSent\nArchive of costs')).toBeLessThan(0.35);
  expect(nearness('Pigeon Mail File Edit Message View Help')).toBe(0);
  expect(nearness('Edit the file and send the message with a view of the table')).toBeGreaterThan(
    0.4,
  );
  const title = nearness('Budget for the first run');
  expect(title).toBeLessThan(0.35);
  expect(nearness('Budget for the first run - Inbox')).toBe(title);
  expect(nearness('Budget for the first run 09:02')).toBe(title);
});

test('a title that is like the query helps what stands below it', () => {
  expect(nearnessOf(passage(PROSE), 0.5, { ...around, similarity: 0.4 })).toBeGreaterThan(0.6);
  expect(nearnessOf(passage(PROSE), 0.5, undefined)).toBeGreaterThan(0.5);
});

test('a passage adds to its title when it says more than a label and a time', () => {
  const adds = (text: string) => addsToTitle(text, around);
  expect(adds('Subject Budget for the first run 09:02')).toBe(false);
  expect(adds('Budget for the first run approved by Priya')).toBe(true);
  const chinese = { title: passage('签署合同'), similarity: 0, names: 'Mail 签署合同' };
  expect(addsToTitle('合同已于星期五在柏林签署完毕', chinese)).toBe(true);
  expect(addsToTitle('主题 签署合同 09:02', chinese)).toBe(false);
});

test('menus and lists of labels are no prose', () => {
  expect(isProse(PROSE)).toBe(true);
  expect(isProse('Pigeon Mail File Edit Message View Help')).toBe(false);
  expect(isProse('Inbox\nStarred\nDrafts\nSent\nArchive of costs')).toBe(false);
});
