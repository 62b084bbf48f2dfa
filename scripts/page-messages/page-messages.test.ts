import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/start-daemon.ts';
import { readCatalogues } from '../page-messages.ts';
import { compareCatalogue } from './compare.ts';
import { findMessages } from './extract.ts';
import { pseudoOf } from './pseudo.ts';

const found = (source: string) => findMessages('view.tsx', source);
const PICTURES = '{count, plural, one {# picture} other {# pictures}} of <b>{app}</b>';

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
  const root = temporaryFolder();
  const write = (path: string, text: string) => {
    const file = join(root, 'packages/web/src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write('view.tsx', "export const view = <p>{t('Close')}</p>;");
  write('view.test.ts', "test('Nothing here is a message', () => {});");
  write('language/locales/de.json', '{ "Close": "Schließen", "Open": "Öffnen" }');
  const { faults, files } = readCatalogues(root);
  expect(faults).toEqual(['packages/web/src/language/locales/de.json: unused translation: "Open"']);
  expect(files.get('packages/web/src/language/locales/en.json')).toBe('{\n  "Close": "Close"\n}\n');
  // Writing the files is what removes it.
  expect(files.get('packages/web/src/language/locales/de.json')).toBe(
    '{\n  "Close": "Schließen"\n}\n',
  );
});

test('the pseudo-locale keeps placeholders and forms, and is longer than English', () => {
  const pseudo = pseudoOf({ [PICTURES]: PICTURES });
  expect(compareCatalogue([PICTURES], pseudo)).toEqual([]);
  expect(pseudo[PICTURES]?.length).toBeGreaterThan(PICTURES.length * 1.1);
});
