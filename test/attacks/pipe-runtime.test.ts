/**
 * The promise: a pipe without permissions reads and writes no file but its own, opens no connection and starts nothing. Here only the
 * runtime stands (Node's permission model and `lock-down.ts`), as on machines where the kernel offers no walls; hostile pipes use
 * every public interface of Node by which Node, V8, OpenSSL or the C library open something themselves.
 */
import { spawnSync } from 'node:child_process';
import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ran } from '../../packages/daemon/src/pipes/run/run.fixture.ts';
import { temporaryFolder } from '../support/start-daemon.ts';
import {
  ATTEMPTS,
  HEAD,
  WAYS_TO_INNER_OBJECTS,
  WAYS_TO_PROBE,
  WAYS_TO_THE_ENVIRONMENT,
} from './pipe-runtime-attempts.ts';
import { sized } from './plan.ts';

const SECRET = 'secret-caracal-5519';
/** The kernel is left out. */
const walls = {
  list: [],
  command: ({ args }: { args: readonly string[] }) => [process.execPath, ...args],
};

let home: string;
let listener: Server;
let datagrams: Datagrams;
/** Whatever arrives at addresses of this machine. */
const arrived: string[] = [];

beforeAll(async () => {
  listener = createServer((socket) => {
    arrived.push('connection');
    socket.destroy();
  }).listen(0, '127.0.0.1');
  datagrams = createSocket('udp4').bind(0, '127.0.0.1');
  datagrams.on('message', () => arrived.push('datagram'));
  await Promise.all([once(listener, 'listening'), once(datagrams, 'listening')]);
});
afterAll(() => {
  listener.close();
  datagrams.close();
});

beforeEach(() => {
  home = temporaryFolder();
  arrived.length = 0;
  mkdirSync(join(home, 'folder'));
  mkdirSync(join(home, 'attic'));
  writeFileSync(join(home, 'victim'), SECRET);
  const locales = join(
    home,
    `icudt${process.versions.icu?.split('.')[0]}${endianness() === 'LE' ? 'l' : 'b'}`,
  );
  mkdirSync(locales);
  for (const name of ['root', 'af', 'is', 'supplementalData']) {
    writeFileSync(join(locales, `${name}.res`), new Uint8Array(4096));
  }
  writeFileSync(join(home, 'cert.pem'), CERTIFICATE);
  writeFileSync(join(home, 'module.json'), JSON.stringify({ word: SECRET }));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'p', main: `${SECRET}.js` }));
  writeFileSync(join(home, 'settings.env'), `WORD=${SECRET}\n`);
  const map = { version: 3, sources: [`${SECRET}.ts`], names: [], mappings: 'AAAA' };
  writeFileSync(join(home, 'map.json'), JSON.stringify(map));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Nothing of the person was written, added, reported or sent, however the run ended. */
async function expectNothingReached(
  process: string,
  options: { head?: string; memoryMb?: number } = {},
) {
  const before = readdirSync(home, { recursive: true }).sort();
  const { memoryMb = 128, head = '' } = options;
  const values = {
    HOME: home,
    VICTIM: join(home, 'victim'),
    TCP: (listener.address() as AddressInfo).port,
    UDP: datagrams.address().port,
  };
  const constants = Object.entries(values).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
  );
  const { end, logged } = await ran(
    { head: `${head}\n${constants.join('\n')}`, process },
    { walls, memoryMb },
  );
  const reported = JSON.stringify([end, logged]);
  expect(reported).not.toContain(SECRET);
  expect(reported).not.toContain('REACHED');
  expect(readFileSync(join(home, 'victim'), 'utf8')).toBe(SECRET);
  expect(readdirSync(home, { recursive: true }).sort()).toEqual(before);
  expect(arrived).toEqual([]);
  return end;
}

const EXHAUST = 'const all = []; for (;;) all.push(new Array(1000).fill(Math.random()));';

describe('a pipe that has V8 or Node write a file', () => {
  const FLAGS = [
    ['--redirect-code-traces', '--redirect-code-traces-to=VICTIM', '--trace-opt', '--trace-deopt'],
    ['--trace-turbo', '--trace-turbo-path=HOME', '--trace-turbo-file-prefix=turbo'],
    ['--prof', '--logfile=VICTIM', '--no-logfile-per-isolate'],
    ['--perf-basic-prof', '--perf-basic-prof-path=HOME'],
  ];
  const HOT = `for (let i = 0; i < 20000; i++) hot(i);
    await new Promise((resolve) => setTimeout(resolve, 200));`;
  test.each(sized({ short: FLAGS.slice(0, 1), whole: FLAGS }))(
    'by the flags of V8: %s',
    async (...flags) => {
      const set = flags.map((flag) => {
        const text = flag.replace('VICTIM', join(home, 'victim')).replace('HOME', home);
        return `try { v8.setFlagsFromString(${JSON.stringify(text)}) } catch {}`;
      });
      await expectNothingReached(`${set.join('\n')}\n${HOT}`, {
        head: `import v8 from 'node:v8';
        function hot(a) { let s = 0; for (let i = 0; i < 1000; i++) s += i ^ a; return s }`,
      });
    },
  );

  test('by its report when the heap is exhausted', async () => {
    await expectNothingReached(
      `try { Object.assign(process.report, { directory: HOME, filename: 'victim', reportOnFatalError: true }) } catch {}
       ${EXHAUST}`,
      { memoryMb: 64 },
    );
  });

  test('by a heap snapshot when the heap is exhausted', async () => {
    await expectNothingReached(
      `for (const code of [() => v8.setHeapSnapshotNearHeapLimit(1), () => process.chdir(HOME)]) try { code() } catch {}
       ${EXHAUST}`,
      { head: `import v8 from 'node:v8';`, memoryMb: 64 },
    );
  });
});

test('a pipe cannot change the environment that native code reads', async () => {
  const tries = Object.entries(WAYS_TO_THE_ENVIRONMENT).map(
    ([name, code]) => `
    try { await Promise.race([(async () => { ${code} })(), pause(500)]) } catch {}
    if (new Date(0).getTimezoneOffset() === -765) ctx.log.info('REACHED by ' + ${JSON.stringify(name)});`,
  );
  const end = await expectNothingReached(
    `const ENV = ctx.outputFolder + '/.env';
    fs.writeFileSync(ENV, 'TZ=Pacific/Chatham\\nSSL_CERT_FILE=' + HOME + '/cert.pem');
    process.chdir(ctx.outputFolder);
    ${tries.join('\n')}
    for (const text of tls.getCACertificates('system')) ctx.log.info(new crypto.X509Certificate(text).subject);
    const known = ['process.env', 'process.loadEnvFile', 'process.allowedNodeEnvironmentFlags', 'util.parseEnv',
      'http.setGlobalProxyFromEnv', 'worker_threads.SHARE_ENV', 'worker_threads.getEnvironmentData', 'worker_threads.setEnvironmentData'];
    for (const name of module.builtinModules.filter((name) => name !== 'sys')) {
      for (const key of Object.getOwnPropertyNames(Object(process.getBuiltinModule(name)))) {
        if (/env/i.test(key) && !known.includes(name + '.' + key)) ctx.log.info('REACHED: nobody looked at ' + name + '.' + key);
      }
    }
    return ${tries.length};`,
    { head: HEAD },
  );
  expect(end).toMatchObject({ status: 'completed', itemsProcessed: tries.length });
});

test.each(Object.entries(WAYS_TO_INNER_OBJECTS))(
  'a pipe gets no native object of a request by %s',
  async (_name, code) => {
    const end = await expectNothingReached(
      `const got = [];
      const look = async () => { fs.stat(import.meta.filename, function () { got.push(this) }); await pause() };
      try { ${code} } catch (error) { ctx.log.debug(String(error)) }
      const classOf = (value) => { try { return value?.constructor?.name } catch {} };
      const found = got.map(classOf).filter((name) => /Req|Wrap/.test(name));
      if (found.length > 0) ctx.log.info('REACHED ' + found.join());
      return 1;`,
      { head: HEAD },
    );
    expect(end).toMatchObject({ status: 'completed', itemsProcessed: 1 });
  },
);

test('a pipe that has Node, V8, OpenSSL or the C library open something itself reaches nothing', async () => {
  const tries = Object.entries(ATTEMPTS).map(
    ([name, code]) => `
    try {
      const reported = await Promise.race([(async () => { ${code} })(), pause(300)]);
      if (reported) ctx.log.info(${JSON.stringify(name)} + ': ' + reported);
    } catch (error) { ctx.log.debug(String(error.stack)) }`,
  );
  const code = `${tries.join('\n')}\nawait pause(); return ${tries.length};`;
  const end = await expectNothingReached(code, { head: HEAD });
  expect(end).toMatchObject({ status: 'completed', itemsProcessed: tries.length });
});

test('a process that reads the locale data of the attempts ends', () => {
  const code = "new Date(0).toLocaleString('af')";
  const { signal, status } = spawnSync(process.execPath, ['-e', code], {
    env: { NODE_ICU_DATA: home },
    stdio: 'ignore',
  });
  expect([signal, status]).not.toEqual([null, 0]);
});

test('a pipe does not learn which files exist', async () => {
  const tries = Object.entries(WAYS_TO_PROBE).map(
    ([name, code]) => `
    {
      const tell = async (path) => {
        const words = (value) => String(value).replaceAll(path, 'PATH').replaceAll(path.split('/').at(-1), 'NAME');
        try { return 'gave ' + words(await (async () => { ${code} })()) }
        catch (error) { return words(error.code + ' ' + error.message) }
      };
      const answers = [];
      for (const path of PATHS) answers.push(await tell(path));
      process.chdir(ctx.outputFolder);
      if (new Set(answers).size > 1) ctx.log.info(${JSON.stringify(name)} + ' REACHED ' + answers.join(' | '));
    }`,
  );
  const code = `const own = module.createRequire(import.meta.url);
    const PATHS = ['/victim', '/absent', '/attic'].map((name) => HOME + name);
    ${tries.join('\n')}
    return ${tries.length};`;
  const end = await expectNothingReached(code, { head: HEAD });
  expect(end).toMatchObject({ status: 'completed', itemsProcessed: tries.length });
});

test('a pipe finds its own modules by every name', async () => {
  const { end } = await ran(
    {
      head: HEAD,
      process: `fs.mkdirSync(ctx.outputFolder + '/node_modules/words', { recursive: true });
      fs.writeFileSync(ctx.outputFolder + '/node_modules/words/index.js', 'module.exports = 1');
      fs.writeFileSync(ctx.outputFolder + '/own.mjs', "import words from 'words'; export default words");
      fs.writeFileSync(ctx.outputFolder + '/own.cjs', "module.exports = require('words') + require('./other')");
      fs.writeFileSync(ctx.outputFolder + '/other.js', 'export default 1; export { one as "module.exports" }; const one = 1;');
      const own = module.createRequire(ctx.outputFolder + '/x.js');
      process.chdir(ctx.outputFolder);
      const found = [(await import('file://' + ctx.outputFolder + '/own.mjs')).default, own('./own.cjs'), own('words'),
        fs.realpathSync('own.cjs').endsWith('own.cjs') ? 1 : 0, module.findPackageJSON(import.meta.url) ? 1 : 0];
      return found.reduce((sum, each) => sum + each);`,
    },
    { walls },
  );
  expect(end).toMatchObject({ errorMessage: null, itemsProcessed: 6 });
});

describe('every function of every module of Node, called with the path of a file', () => {
  /** They end the process, wait for ever, or write to its own output. */
  const LEFT_OUT =
    /^(_|process\.(exit|reallyExit|abort|_|openStdin|hrtime|emit|removeAll|set|once|on|add|prepend|nextTick)|readline|console|repl|test|timers|assert|events|http\.(get|request)|https)/;
  const SWEEP = `
    const seen = new Set(); let calls = 0;
    async function call(name, f, self, args) {
      calls += 1;
      try {
        let reported = Reflect.apply(f, self, args);
        if (reported && typeof reported.on === 'function') reported.on('error', () => {});
        reported = await Promise.race([reported, new Promise((resolve) => setTimeout(resolve, 20))]);
        const text = Buffer.isBuffer(reported) ? reported.toString() : String(typeof reported === 'object' ? JSON.stringify(reported) : reported);
        if (text.includes('caracal')) ctx.log.info('REACHED by ' + name);
      } catch {}
    }
    for (const name of module.builtinModules) {
      const own = process.getBuiltinModule(name);
      if (!own || seen.has(own)) continue;
      seen.add(own);
      const owners = [[name, own], [name + '.promises', own.promises], [name + '.default', own.default]];
      for (const [path, owner] of owners) {
        for (const key of Object.getOwnPropertyNames(Object(owner))) {
          const full = path + '.' + key;
          if (LEFT_OUT.test(full) || LEFT_OUT.test(key)) continue;
          let value; try { value = owner[key] } catch {}
          if (typeof value !== 'function') continue;
          for (const args of ARGUMENTS) await call(full, value, owner, args);
        }
      }
    }
    return calls;`;
  const SETS = [
    "[[VICTIM], [VICTIM, 'utf8'], [VICTIM, () => {}]]",
    "[[VICTIM, 'written'], [VICTIM, ctx.outputFolder + '/copy'], [ctx.outputFolder + '/own', VICTIM]]",
    "[[HOME + '/made'], [HOME + '/made', 'written'], [VICTIM, 0o777, () => {}], [VICTIM, 1, 2]]",
    "[[Buffer.from(VICTIM)], [new URL('file://' + VICTIM)], [{ path: VICTIM, filename: VICTIM, file: VICTIM }]]",
  ];
  test.each(sized({ short: SETS.slice(0, 2), whole: SETS }))('%s', async (args) => {
    const end = await expectNothingReached(
      `const ARGUMENTS = ${args}; const LEFT_OUT = ${LEFT_OUT};
       fs.writeFileSync(ctx.outputFolder + '/own', 'own'); ${SWEEP}`,
      { head: HEAD },
    );
    expect(end).toMatchObject({ status: 'completed', errorMessage: null });
    expect(end.itemsProcessed).toBeGreaterThan(1_000);
  });
});

/** Of nobody: its subject has a word that tests look for. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkjCCATmgAwIBAgIUcuJSkEG5pWXKIvjVtxImtQ04KeIwCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTc2VjcmV0LWNhcmFjYWwtNTUxOTAgFw0yNjExMTcwMTM0MTVa
GA8yMTI2MTAyNDAxMzQxNVowHjEcMBoGA1UEAwwTc2VjcmV0LWNhcmFjYWwtNTUx
OTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKMhEx7ybvTDvuOdPhaJdo779Yqe
wAqPDyDuJepoQwhoPdWVJUhGHlZk/wYYJSFToIsBl7R0T5vgUgIs81jTuaajUzBR
MB0GA1UdDgQWBBRGbaiDjQJuOt+IMbZ36detP5uEjzAfBgNVHSMEGDAWgBRGbaiD
jQJuOt+IMbZ36detP5uEjzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cA
MEQCIHhtdhdFLJA/Ka7m1Yj+yet9ylRQaT+hLF/t1s1hZPtsAiAM4SDOQDCWN/BM
nS8g4SGxZX3+HAIFuwj636QGMrpBxw==
-----END CERTIFICATE-----`;
