import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/start-daemon.ts';
import { readCatalogues } from '../page-messages.ts';
import { compareCatalogue } from './compare.ts';
import { findMessages } from './extract.ts';
import { pseudoOf } from './pseudo.ts';
import { serviceKeys } from './service-texts.ts';

const found = (source: string) => findMessages('view.tsx', source);
const PICTURES = '{count, plural, one {# picture} other {# pictures}} of <b>{app}</b>';

const GERMAN = 'packages/web/src/language/locales/de.json';

function write(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function temporaryPage(german: string): string {
  const root = temporaryFolder();
  onTestFinished(() => rmSync(root, { recursive: true }));
  write(root, GERMAN, german);
  return root;
}

test('messages are found with their context, each text of the page that is none is a fault', () => {
  const { keys, faults } = found(`
    const label = t('Open {name}', { name: inContext('verb', 'Read') });
    const view = <p title={t('Title')}>{rich('<b>Never</b>: it', { b })}</p>;
  `);
  expect(keys).toEqual(['Open {name}', 'verb|Read', 'Title', '<b>Never</b>: it']);
  expect(faults).toEqual([]);
  expect(found('<p>Plain words</p>').faults).toEqual([
    'view.tsx:1: text without a translation: Plain words',
  ]);
  expect(found('<input placeholder="Name" className="field wide" />').faults).toHaveLength(1);
  expect(found("toast('That did not work.')").faults).toHaveLength(1);
  expect(found('toast(`Saved a video of $' + '{count}`)').faults).toHaveLength(1);
  expect(found("const path = '/app/health'; const key = 'Home End';").faults).toEqual([]);
});

test('a message that is put together cannot be found, so it is refused', () => {
  expect(found('t(`Open $' + '{name}`)').faults).toEqual([
    'view.tsx:1: a message must be written out as a literal',
  ]);
});

test('a missing, an unused and a changed translation are faults', () => {
  expect(compareCatalogue(['Open'], { Open: 'Öffnen' })).toEqual([]);
  expect(compareCatalogue(['Open'], {})).toEqual(['missing translation: "Open"']);
  expect(compareCatalogue(['Open'], { Open: '' })).toEqual(['missing translation: "Open"']);
  expect(compareCatalogue([], { Open: 'Öffnen' })).toEqual(['unused translation: "Open"']);
});

test('a translation has the placeholders and tags of its message, and its own plural forms', () => {
  const faultOf = (translation: string) =>
    compareCatalogue([PICTURES], { [PICTURES]: translation })[0];
  expect(faultOf('{count, plural, other {# 枚}} <b>{app}</b>')).toBeUndefined();
  expect(faultOf('{count, plural, other {# 枚}} <b>App</b>')).toContain('without {app}');
  expect(faultOf('{count, plural, other {# 枚}} {app}')).toContain('without <b>');
  expect(faultOf('{count} {size} <b>{app}</b>')).toContain('unknown {size}');
  expect(faultOf('{count, plural, one {#}} <b>{app}</b>')).toContain('cannot be read');
  expect(compareCatalogue(['verb|Read {name}'], { 'verb|Read {name}': 'Lesen' })).toHaveLength(1);
});

test('the check reads a whole page: sources, the English catalogue and every other', () => {
  const root = temporaryPage('{ "Close": "Schließen", "Open": "Öffnen" }');
  write(root, 'packages/web/src/view.tsx', "export const view = <p>{t('Close')}</p>;");
  write(root, 'packages/web/src/view.test.ts', "test('Nothing here is a message', () => {});");
  const { faults, files } = readCatalogues(root, []);
  expect(faults).toEqual([`${GERMAN}: unused translation: "Open"`]);
  expect(files.get('packages/web/src/language/locales/en.json')).toBe('{\n  "Close": "Close"\n}\n');
  // Writing the files is what removes it.
  expect(files.get(GERMAN)).toBe('{\n  "Close": "Schließen"\n}\n');
});

test('descriptions and choices of settings need a translation, which is plain text', () => {
  const keys = serviceKeys();
  expect(keys).toContain('setting|Port of the HTTP interface.');
  expect(keys).toContain('choice|count');
  const { faults } = readCatalogues(temporaryPage('{}'), ['choice|count']);
  expect(faults).toEqual([`${GERMAN}: missing translation: "choice|count"`]);
  const key = 'setting|Parts such as {x or <b';
  expect(compareCatalogue([key], { [key]: 'Teile wie {x' })).toEqual([]);
  expect(pseudoOf({ [key]: 'Parts such as {x or <b' })[key]).toContain('{x or <b');
});

test('the pseudo-locale keeps placeholders and forms, and is longer than English', () => {
  const pseudo = pseudoOf({ [PICTURES]: PICTURES });
  expect(compareCatalogue([PICTURES], pseudo)).toEqual([]);
  expect(pseudo[PICTURES]?.length).toBeGreaterThan(PICTURES.length * 1.1);
});
