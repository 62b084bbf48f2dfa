import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeConfigFile } from './change-file.ts';
import { readConfigFile } from './file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-config-'));
  file = join(folder, 'data', 'config.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const written = () => JSON.parse(readFileSync(file, 'utf8'));

describe('changeConfigFile', () => {
  test('makes the file, for its owner only, when there is none', () => {
    changeConfigFile(file, 'audio.model', 'auto');
    expect(written()).toEqual({ audio: { model: 'auto' } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readConfigFile(file).get('audio.model')).toBe('auto');
  });

  test('leaves every other setting as it is', () => {
    changeConfigFile(file, 'audio.model', 'auto');
    writeFileSync(file, '\uFEFF{ "port": 4000, "audio": { "enabled": false, "model": "a" } }');
    changeConfigFile(file, 'audio.model', 'b');
    expect(written()).toEqual({ port: 4000, audio: { enabled: false, model: 'b' } });
  });

  test('changes a setting where it stands, however it is written', () => {
    changeConfigFile(file, 'audio.model', 'auto');
    writeFileSync(file, '{ "audio.model": "a", "audio": { "enabled": true } }');
    changeConfigFile(file, 'audio.model', 'b');
    expect(written()).toEqual({ 'audio.model': 'b', audio: { enabled: true } });
  });

  test('does not touch a file that is not JSON', () => {
    changeConfigFile(file, 'audio.model', 'auto');
    writeFileSync(file, '{ "port": ');
    expect(() => changeConfigFile(file, 'audio.model', 'b')).toThrow();
    expect(readFileSync(file, 'utf8')).toBe('{ "port": ');
  });
});
