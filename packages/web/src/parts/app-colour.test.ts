import { expect, test } from 'vitest';
import { colours } from './app-colour.ts';

test('an app keeps its colour, whatever comes later and however it is written', () => {
  const kept: Record<string, number>[] = [];
  const first = colours({}, (all) => kept.push(all));
  const mail = first.slotOf('Mail');
  for (const name of ['Code', 'Firefox', 'Chat', 'Terminal', 'Calc']) first.slotOf(name);
  expect(first.slotOf('mail')).toBe(mail);
  const later = colours(kept.at(-1) ?? {}, () => undefined);
  expect(later.slotOf('MAIL')).toBe(mail);
});

test('the first twelve apps have twelve colours, and the thirteenth has one as well', () => {
  const all = colours({}, () => undefined);
  const slots = Array.from({ length: 12 }, (_, i) => all.slotOf(`app ${i}`));
  expect(new Set(slots).size).toBe(12);
  expect(all.slotOf('one more')).toBeLessThan(12);
});
