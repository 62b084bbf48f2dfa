/**
 * Writes `docs/api/openapi.json` from the schemas of the routes, and from that the types of the client. With `--check` it
 * writes nothing and fails when a file is not what the code would write. Needs no data folder: the routes are
 * declared and never called.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { silentLog } from '../packages/daemon/src/core/log/log.ts';
import { buildServer, type ServerDeps } from '../packages/daemon/src/serve/server.ts';

const TARGET = fileURLToPath(new URL('../docs/api/openapi.json', import.meta.url));
const TYPES = fileURLToPath(new URL('../packages/client/src/generated/api.ts', import.meta.url));
const PACKAGE = new URL('../packages/daemon/package.json', import.meta.url);

/** Stands for a part of the daemon that must not be used here. */
function unused<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get(_target, property) {
      throw new Error(`${name}.${String(property)} was used while the document was made`);
    },
  });
}

async function makeDocument(): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  const app = await buildServer({
    // Restricted to what a token sees, which opens no feature.
    store: { within: unused, close: unused } as unknown as ServerDeps['store'],
    news: unused<ServerDeps['news']>('news'),
    media: unused<ServerDeps['media']>('media'),
    audioMedia: unused<ServerDeps['audioMedia']>('audioMedia'),
    exports: unused<ServerDeps['exports']>('exports'),
    rules: unused<ServerDeps['rules']>('rules'),
    retention: unused<ServerDeps['retention']>('retention'),
    offload: unused<ServerDeps['offload']>('offload'),
    deletions: unused<ServerDeps['deletions']>('deletions'),
    backups: unused<ServerDeps['backups']>('backups'),
    governor: unused<ServerDeps['governor']>('governor'),
    redactFrame: () =>
      Promise.reject(new Error('a frame was redacted while the document was made')),
    readAgain: () => Promise.reject(new Error('a frame was read while the document was made')),
    pause: unused<ServerDeps['pause']>('pause'),
    settings: unused<ServerDeps['settings']>('settings'),
    vision: unused<ServerDeps['vision']>('vision'),
    audio: unused<ServerDeps['audio']>('audio'),
    meaning: unused<ServerDeps['meaning']>('meaning'),
    sync: unused<ServerDeps['sync']>('sync'),
    vault: unused<ServerDeps['vault']>('vault'),
    agreement: unused<ServerDeps['agreement']>('agreement'),
    pipes: unused<ServerDeps['pipes']>('pipes'),
    accessTokens: unused<ServerDeps['accessTokens']>('accessTokens'),
    accessLog: { entryFor: () => undefined, flush: async () => {} },
    rawSql: unused<ServerDeps['rawSql']>('rawSql'),
    health: () => Promise.reject(new Error('health was used while the document was made')),
    prometheus: unused<ServerDeps['prometheus']>('prometheus'),
    coverage: () => Promise.reject(new Error('coverage was used while the document was made')),
    streamFigures: { open: 0, dropped: 0 },
    log: silentLog,
    guard: { allowedOrigins: [], accessToken: undefined, allowOtherUsers: false },
    limits: {
      searchTimeoutMs: 1,
      frameTimeoutMs: 1,
      bodyBytes: 1,
      addBytes: 1,
      tokenBytes: 1,
    },
    productVersion: version,
    nowMs: () => 0,
  });
  const reply = await app.inject('/openapi.json');
  await app.close();
  return `${JSON.stringify(reply.json(), null, 2)}\n`;
}

async function makeTypes(document: string): Promise<string> {
  const types = astToString(await openapiTS(document, { alphabetize: true }));
  return `/** Made from docs/api/openapi.json by scripts/generate-openapi.ts; not to be edited. */\n\n${types}`;
}

const document = await makeDocument();
const files = [
  { file: TARGET, text: document },
  { file: TYPES, text: await makeTypes(document) },
];
for (const { file, text } of files) {
  if (process.argv.includes('--check')) {
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    console.error(`${file} is stale: run "node scripts/generate-openapi.ts"`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
