/**
 * The promise: installing a pipe runs no code of its author, reads no file of this machine but the given source, and asks no
 * address of this machine but the registry. Hostile authors attack it by lock files, by specifiers and by packages of the registry.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Registry,
  startRegistry,
} from '../../packages/daemon/src/extract/models/registry.fixture.ts';
import { isPlainRange, plainPackages } from '../../packages/daemon/src/pipes/install/plain-lock.ts';
import { writePipe } from '../../packages/daemon/src/pipes/pipe-folder.fixture.ts';
import { whyNoNpm } from '../support/npm.ts';
import {
  NOTHING_CAPTURED,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';
import { sized } from './plan.ts';

const oldNpm = whyNoNpm();

describe.skipIf(oldNpm !== undefined)('an installation', { timeout: 120_000 }, () => {
  let work: string;
  let daemon: RunningDaemon;
  let registry: Registry;
  let trap: Server;
  let trapUrl: string;
  /** Addresses that something asked the trap for. */
  const caught: string[] = [];
  /** The commit of the hostile repository. */
  let commit: string;

  beforeAll(async () => {
    work = temporaryFolder();
    commit = makeHostileRepository(join(work, 'evil'));
    mkdirSync(join(work, 'private'));
    writeFileSync(join(work, 'private', 'package.json'), '{"name":"evil","version":"1.0.0"}');
    writeFileSync(join(work, 'private', 'id_rsa'), 'a private key');
    execFileSync('tar', ['-czf', 'private.tgz', '--transform=s/private/package/', 'private'], {
      cwd: work,
    });
    trap = createServer((request, response) => {
      caught.push(request.url ?? '');
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(trap, 'listening');
    trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
    registry = await startRegistry();
    daemon = await startDaemon({
      args: NOTHING_CAPTURED,
      env: {
        npm_config_registry: registry.url,
        npm_config_cache: join(work, 'cache'),
        npm_config_fetch_retries: '0',
      },
    });
  });
  afterAll(async () => {
    await daemon?.stop();
    registry?.close();
    trap?.close();
    rmSync(work, { recursive: true, force: true });
  });
  /** Nothing was run, asked for or taken along. */
  afterEach(() => {
    const evil = join(daemon.dataDir, 'pipes', 'hostile', 'node_modules', 'evil');
    const seen = {
      ran: existsSync(join(work, 'pwned')),
      caught: [...caught],
      took: existsSync(evil),
    };
    caught.length = 0;
    for (const path of [join(work, 'pwned'), join(daemon.dataDir, 'pipes')]) {
      rmSync(path, { recursive: true, force: true });
    }
    expect(seen).toEqual({ ran: false, caught: [], took: false });
  });

  /** A repository whose own npm settings name the program that npm starts as git. */
  function makeHostileRepository(folder: string): string {
    mkdirSync(folder);
    const manifest = {
      name: 'evil',
      version: '1.0.0',
      scripts: { prepare: 'true' },
      devDependencies: { x: 'git+https://127.0.0.1:1/x.git' },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, '.npmrc'), 'git=./evil.sh\n');
    const script = `#!/bin/sh\nid > ${join(work, 'pwned')}\nexit 1\n`;
    writeFileSync(join(folder, 'evil.sh'), script, { mode: 0o755 });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', '-A', '-f');
    git('commit', '-qm', 'x');
    return git('rev-parse', 'HEAD').trim();
  }

  async function install(dependencies: object, locked?: object): Promise<string> {
    const source = writePipe(join(work, 'sources'), {
      id: 'hostile',
      process: '',
      manifest: { dependencies },
    });
    const packages = { '': { dependencies }, ...locked };
    const lock = JSON.stringify({ lockfileVersion: 3, requires: true, packages });
    if (locked) writeFileSync(join(source, 'package-lock.json'), lock);
    const answer = await fetch(`${daemon.baseUrl}/pipes/install`, {
      method: 'POST',
      body: JSON.stringify({ source }),
    });
    rmSync(source, { recursive: true });
    return ((await answer.json()) as { code?: string }).code ?? 'INSTALLED';
  }

  const places: [what: string, specifier: () => string][] = [
    ['a repository of this machine', () => `git+file://${work}/evil#${commit}`],
    ['a repository of an address', () => `git+${trapUrl}/evil.git#${commit}`],
    ['a folder of this machine', () => `file:${work}/private`],
    ['a file of this machine', () => `file:${work}/private.tgz`],
    ['an address of this machine', () => `${trapUrl}/x.tgz`],
  ];

  test.each(places)('refuses a lock file whose version is %s', async (_what, specifier) => {
    const entry = { name: 'evil', version: specifier(), integrity: 'sha512-AAAA' };
    expect(await install({ evil: '*' }, { 'node_modules/evil': entry })).toBe('INVALID_PIPE');
  });

  test.each(sized({ short: [places[0], places[4]] as typeof places, whole: places }))(
    'refuses a package whose dependency is %s',
    async (_what, specifier) => {
      registry.publish('innocent', '1.0.0', {}, { dependencies: { evil: specifier() } });
      expect(await install({ innocent: '1.0.0' })).toMatch(
        /^(INVALID_PIPE|PIPE_SOURCE_UNREACHABLE)$/,
      );
    },
  );

  test.each(
    sized({ short: places.slice(0, 1), whole: places }).flatMap(([what, specifier]) =>
      ['optionalDependencies', 'peerDependencies'].map((kind) => [kind, what, specifier] as const),
    ),
  )('refuses or leaves out %s on %s', async (kind, _what, specifier) => {
    registry.publish('innocent', '1.0.0', {}, { [kind]: { evil: specifier() } });
    await install({ innocent: '1.0.0' });
  });

  test('does not follow the lock file inside of a package of the registry', async () => {
    const evil = { version: '1.0.0', resolved: `git+file://${work}/evil#${commit}` };
    const shrinkwrap = {
      name: 'innocent',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: { '': { dependencies: { evil: '*' } }, 'node_modules/evil': evil },
    };
    const files = { 'npm-shrinkwrap.json': JSON.stringify(shrinkwrap) };
    const manifest = { dependencies: { evil: '*' }, _hasShrinkwrap: true };
    registry.publish('innocent', '1.0.0', files, manifest);
    expect(await install({ innocent: '1.0.0' })).not.toBe('INSTALLED');
  });
});

describe('only plain versions of the registry pass', () => {
  const runs = { numRuns: sized({ short: 300, whole: 20_000 }) };
  const version = fc
    .tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.constantFrom('', '-beta.1', '-rc-2', '+build.5'))
    .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`);
  const range = fc.oneof(
    version.chain((text) =>
      fc.constantFrom('', '^', '~', '>=', '<', '= ').map((sign) => sign + text),
    ),
    version.chain((low) => version.map((high) => `${low} - ${high}`)),
    version.map((text) => `>=${text} <99.0.0 || 1.x`),
    fc.constantFrom('', '*', 'x', '1', '1.2', '1.x', 'latest', 'next'),
  );
  const name = fc.constantFrom('left-pad', '@scope/name', 'a.b', 'JSONStream');
  /** Every way in which npm is made to look elsewhere, around words that an author chooses. */
  const elsewhere = fc
    .tuple(fc.stringMatching(/^[\w.-]{1,12}$/), version)
    .chain(([word, text]) =>
      fc.constantFrom(
        ...[
          `git+file:///${word}`,
          `git+ssh://git@${word}/x.git`,
          `git://${word}/x`,
          `${word}/${word}`,
        ],
        ...[`github:${word}/x`, `gist:${word}`, `gitlab:${word}/x`, `git@${word}:x/y.git`],
        ...[`file:${word}`, `file:../${word}`, `./${word}`, `../${word}`, `/${word}`, `~/${word}`],
        ...['.', '..', `.${word}`, `${word}.tgz`, `${text}-${word}.tar.gz`, `${word}.tar`],
        ...[`link:${word}`, `workspace:${word}`, `portal:${word}`, `catalog:${word}`, `C:${word}`],
        ...[`http://${word}/x.tgz`, `https://${word}/x.tgz`, `${text}#${word}/x`, `\\${word}`],
        ...[`npm:${word}/x@${text}`, `npm:${word}@file:${word}`, `npm:../${word}@1`, `npm:@1`],
        ...[`${text}\n${word}:x`, `${text} ${word}:x`, `--${word}`, `${text} || file:${word}`],
      ),
    );

  test('as ranges and aliases', () => {
    fc.assert(
      fc.property(range, (text) => isPlainRange(text)),
      runs,
    );
    fc.assert(
      fc.property(name, range, (alias, text) => isPlainRange(`npm:${alias}@${text || '*'}`)),
      runs,
    );
    fc.assert(
      fc.property(elsewhere, (text) => !isPlainRange(text)),
      runs,
    );
  });

  test('in lock files, wherever the other thing stands', () => {
    const good = { version: '1.2.3', integrity: 'sha512-AAAA', dependencies: { b: '^1.0.0' } };
    expect(plainPackages({ 'node_modules/a': good })).toEqual({ 'node_modules/a': good });
    const places = fc.constantFrom(
      (text: string) => ({ 'node_modules/a': { ...good, version: text } }),
      (text: string) => ({ 'node_modules/a': { ...good, name: text } }),
      (text: string) => ({ [`node_modules/${text}`]: good }),
      (text: string) => ({ [`${text}/node_modules/a`]: good }),
      ...['dependencies', 'optionalDependencies', 'peerDependencies'].map(
        (kind) => (text: string) => ({
          'node_modules/a': { ...good, [kind]: { b: text } },
        }),
      ),
    );
    fc.assert(
      fc.property(elsewhere, places, (text, put) => {
        expect(() => plainPackages(put(text))).toThrow();
      }),
      runs,
    );
  });

  test('and never without an integrity, as a link, or with an address', () => {
    const entry = { version: '1.2.3', integrity: 'sha512-AAAA' };
    for (const bad of [
      { ...entry, integrity: undefined },
      { ...entry, integrity: 'md5-AAAA' },
      { ...entry, link: true },
      { ...entry, version: undefined },
      { ...entry, dependencies: { b: { toString: 'file:x' } } },
      'file:x',
      null,
    ]) {
      expect(() => plainPackages({ 'node_modules/a': bad }), JSON.stringify(bad)).toThrow();
    }
    const placed = { ...entry, resolved: 'http://127.0.0.1:1/x.tgz' };
    expect(plainPackages({ 'node_modules/a': placed })).toEqual({ 'node_modules/a': entry });
  });
});
