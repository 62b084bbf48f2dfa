/** The image of the hub, built without Docker and run in a chroot by buildah: as its own user, with its own health check. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { HUB_PREFIX } from '../../packages/client/src/hub-wire.ts';
import {
  buildah,
  buildahFlags,
  buildHubImage,
  IMAGE,
  reasonAgainstImage,
} from '../../scripts/build/hub-image.ts';
import { postgresPrograms, startPostgres } from '../support/servers/start-postgres.ts';
import { S3_KEYS, startS3 } from '../support/servers/start-s3.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const RUN = [...buildahFlags(ROOT), 'run', '--isolation', 'chroot'];
const reason = reasonAgainstImage();
if (reason !== undefined) process.stdout.write(`No test of the hub's image: ${reason}.\n`);

interface Config {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: object;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

describe.skipIf(reason !== undefined)('the image', () => {
  let archive: string | undefined;
  let container: string;
  let config: Config;

  beforeAll(async () => {
    archive = await buildHubImage(ROOT, 'test', process.arch === 'x64' ? 'x64' : 'arm64');
    const policy = join(ROOT, 'dist', 'buildah-policy.json');
    container = buildah(ROOT, 'from', '--pull-never', '--signature-policy', policy, IMAGE);
    config = JSON.parse(buildah(ROOT, 'inspect', '--type', 'image', IMAGE)).Docker.config;
  });

  afterAll(() => {
    if (container !== undefined) buildah(ROOT, 'rm', container);
    if (archive !== undefined) rmSync(archive);
  });

  /** As an engine runs it: the entry point of the image with these arguments. */
  const run = (args: readonly string[], env: readonly string[] = []) =>
    buildah(ROOT, 'run', ...env, container, '--', ...config.Entrypoint, ...args);

  function start(args: readonly string[], env: readonly string[] = []) {
    const command = [...config.Entrypoint, ...args];
    const child = spawn('buildah', [...RUN, ...env, container, '--', ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const exit = once(child, 'close');
    const ready = new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (/answers on http/.test(output)) resolve();
        });
      }
      void exit.then(() => reject(new Error(`the hub ended: ${output}`)));
    });
    return {
      ready,
      async stop() {
        child.kill('SIGTERM');
        await exit;
      },
    };
  }

  const health = (env: readonly string[] = []) => {
    const [kind, ...command] = config.Healthcheck.Test;
    expect(kind).toBe('CMD');
    return spawnSync('buildah', [...RUN, ...env, container, '--', ...command]).status;
  };

  test('does not run as root and keeps its data in a volume', () => {
    expect(config.User).toBe('10001:10001');
    expect(config.Volumes).toHaveProperty('/data');
    expect(buildah(ROOT, 'run', container, '--', 'id', '-u')).toBe('10001');
    const writable = ['find', '/opt/hindcast-hub', '-writable', '-type', 'f'];
    expect(buildah(ROOT, 'run', container, '--', ...writable)).toBe('');
  });

  test('serves devices from one folder, and its health check knows', async () => {
    const port = ['--env', 'HINDCAST_HUB_PORT=3941'];
    expect(health(port)).not.toBe(0);
    const token = run(['token', 'add']);
    const hub = start(['serve', '--host', '127.0.0.1', '--port', '3941']);
    try {
      await hub.ready;
      expect(health(port)).toBe(0);
      const headers = { authorization: `Bearer ${token}` };
      const url = `http://127.0.0.1:3941${HUB_PREFIX}/keys`;
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(url, { headers })).status).not.toBe(401);
    } finally {
      await hub.stop();
    }
  });

  const programs = postgresPrograms();
  if (programs === undefined) process.stdout.write('No test with PostgreSQL: not installed.\n');

  test.skipIf(programs === undefined)('works with PostgreSQL and an S3 store', async () => {
    await using database = await startPostgres(programs ?? '');
    await using store = await startS3();
    const env = [
      `HINDCAST_HUB_DATABASE_URL=${database.url}`,
      `HINDCAST_HUB_S3_KEY_ID=${S3_KEYS.keyId}`,
      `HINDCAST_HUB_S3_SECRET=${S3_KEYS.secret}`,
      'HINDCAST_HUB_PORT=3942',
    ].flatMap((one) => ['--env', one]);
    const s3 = ['--s3-url', store.url];
    const token = run([...s3, 'token', 'add'], env);
    const hub = start([...s3, 'serve', '--port', '3942'], env);
    try {
      await hub.ready;
      expect(health(env)).toBe(0);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:3942${HUB_PREFIX}/keys`, { headers });
      expect(answer.status).not.toBe(401);
    } finally {
      await hub.stop();
    }
  });
});

test('the compose example names what the hub reads', () => {
  const file = join(ROOT, 'packages/hub/container/compose.yaml');
  const { services, volumes } = parse(readFileSync(file, 'utf8'));
  const sources = ['program.ts', 'storages.ts']
    .map((name) => readFileSync(join(ROOT, 'packages/hub/src', name), 'utf8'))
    .join('');
  for (const name of Object.keys(services.hub.environment)) expect(sources).toContain(name);
  expect(services.hub.command[0]).toBe('--s3-url');
  expect(Object.keys(volumes)).toEqual(['hub', 'database', 's3']);
  // Nothing is open to other machines without a proxy.
  expect(services.hub.ports).toEqual(['127.0.0.1:3040:3040']);
});
