import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listInstalled } from './catalog.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-pipes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function read(files: Record<string, string>) {
  mkdirSync(join(folder, 'other'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, 'other', name), text);
  const [pipe] = await listInstalled(folder);
  return pipe;
}

test('a pipe.md is shown with what its head says, its prompt, and why it does not run', async () => {
  const text = '---\nschedule: every 2h\nenabled: true\ntitle: Digest\n---\n\nSum up.\n';
  const pipe = await read({ 'pipe.md': text });
  expect(pipe?.foreign).toMatchObject({
    title: 'Digest',
    schedule: 'every 2h',
    body: 'Sum up.',
    raw: text,
    config: { schedule: 'every 2h', enabled: true, title: 'Digest' },
  });
  expect(pipe?.manifest).toMatch(/prompt for an agent/);
});

test.each([
  ['no head', 'Just a prompt.', 'Just a prompt.'],
  ['a head that is no YAML', '---\n\t: [\n---\nText', 'Text'],
  ['a head that is a list', '---\n- a\n---\nText', 'Text'],
  ['an empty head', '---\n---\nText', 'Text'],
  ['nothing', '', ''],
])('a pipe.md with %s has no settings', async (_what, text, body) => {
  const pipe = await read({ 'pipe.md': text });
  expect(pipe?.foreign).toMatchObject({ config: {}, schedule: 'manual', body });
});

test('a project for another server is shown with its settings', async () => {
  const fields = [{ name: 'path', default: '/notes' }, { name: 'hours', value: 3, default: 1 }, 7];
  const pipe = await read({
    'package.json': JSON.stringify({ name: 'other', dependencies: {} }),
    'pipe.json': JSON.stringify({ description: 'Notes', fields }),
  });
  expect(pipe?.foreign).toMatchObject({
    description: 'Notes',
    config: { path: '/notes', hours: 3 },
  });
  expect(pipe?.manifest).toMatch(/another server/);
});

test('one that is written for this service is that, whatever lies next to it', async () => {
  const manifest = { name: 'other', main: 'a.js', hindcast: {} };
  const pipe = await read({ 'package.json': JSON.stringify(manifest), 'pipe.md': 'Text' });
  expect(pipe?.foreign).toBeUndefined();
  expect(pipe?.manifest).toMatchObject({ id: 'other' });
});
