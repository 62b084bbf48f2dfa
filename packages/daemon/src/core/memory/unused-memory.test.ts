import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf, openUnusedMemory } from './unused-memory.ts';

const MAPS = `00400000-00748000 r--p 00000000 fe:00 11 /opt/node/bin/node
7f6d728fc000-7f6d745e4000 r-xp 000fc000 fe:00 12 /opt/some where/libonnxruntime.so.1
7f6d74bdc000-7f6d74c41000 rw-p 023dc000 fe:00 12 /opt/some where/libonnxruntime.so.1
7f6d74c41000-7f6d74c7c000 rw-p 00000000 00:00 0
7f6daf600000-7f6daf700000 r-xp 00026000 fe:00 13 /opt/libonnxruntime.so.1/other.so
`;

test('the code of a library lies in the pages of its file that cannot be written', () => {
  expect(codeOf('libonnxruntime.so', MAPS)).toEqual([{ from: 0x7f6d728fc000, to: 0x7f6d745e4000 }]);
  expect(codeOf('libmissing.so', MAPS)).toEqual([]);
});

/** In kilobytes. */
function residentCode(library: string): number {
  const smaps = readFileSync('/proc/self/smaps', 'utf8').split(/^(?=[\da-f]+-[\da-f]+ )/m);
  const parts = smaps.filter((part) => part.includes(`/${library}`) && part.includes(' r-xp '));
  return parts.reduce((sum, part) => sum + Number(/^Rss:\s+(\d+)/m.exec(part)?.[1]), 0);
}

test.runIf(process.platform === 'linux')('code that does not run is given back', async () => {
  const memory = await openUnusedMemory();
  const before = residentCode('libstdc++.so');
  memory.giveBack({ library: 'libstdc++.so' });
  expect(residentCode('libstdc++.so')).toBeLessThan(before);
});
