import { describe, expect, test } from 'vitest';
import { ran } from './run.fixture.ts';

describe('a pipe may not', () => {
  const attempts: Record<string, string> = {
    'read a file outside': "(await import('node:fs')).readFileSync('/etc/hostname')",
    'read the database': "(await import('node:fs')).readdirSync('/tmp')",
    'write its own code':
      "(await import('node:fs')).writeFileSync(new URL('./index.ts', import.meta.url), '')",
    'write outside': "(await import('node:fs')).writeFileSync('/tmp/hindcast-test-escape', '')",
    'link to the outside':
      "(await import('node:fs')).symlinkSync('/etc', ctx.outputFolder + '/etc')",
    'start a process': "(await import('node:child_process')).execFileSync('/bin/true')",
    'start a thread': "new (await import('node:worker_threads')).Worker('', { eval: true })",
    'load native code': "process.dlopen({ exports: {} }, '/nonexistent.node')",
    'reach the bindings of the runtime': "process.binding('tcp_wrap')",
    'replace its own process': "process.execve('/bin/true', [], {})",
    'signal the service': 'process.kill(process.ppid, 0)',
    'open an inspector': "(await import('node:inspector')).open(0)",
    'use fetch': "await fetch('http://127.0.0.1:9')",
    'open a connection': "(await import('node:net')).connect(9, '127.0.0.1')",
    'open one by another way': "process.getBuiltinModule('net').createConnection(9)",
    'use a socket of the system':
      "(await import('node:net')).connect('/run/dbus/system_bus_socket')",
    'use http': "(await import('node:http')).get('http://127.0.0.1:9')",
    'use http2': "(await import('node:http2')).connect('http://127.0.0.1:9')",
    'use tls': "(await import('node:tls')).connect(9, '127.0.0.1')",
    listen: "(await import('node:net')).createServer().listen(0)",
    'listen by another way':
      "(await import('node:net')).createServer()._listen2('127.0.0.1', 0, 4, 5)",
    'make a handle to listen with':
      "(await import('node:net')).default._createServerHandle('127.0.0.1', 0, 4)",
    'read from another folder by going there':
      "process.chdir('/etc'); (await import('node:fs')).readFileSync('hostname')",
    'read by bytes instead of a text':
      "(await import('node:fs')).readFileSync(Buffer.from(ctx.outputFolder + '/../../../../../etc/hostname'))",
    'read as a blob': "await (await import('node:fs')).openAsBlob('/etc/hostname')",
    'copy from outside':
      "(await import('node:fs')).cpSync('/etc/hostname', ctx.outputFolder + '/a')",
    'link a file of others':
      "(await import('node:fs')).linkSync('/etc/hostname', ctx.outputFolder + '/a')",
    'write a report elsewhere': "process.report.writeReport('/tmp/hindcast-test-escape.json')",
    'write its memory elsewhere':
      "(await import('node:v8')).writeHeapSnapshot('/tmp/hindcast-test-escape')",
    'write a trace':
      "(await import('node:trace_events')).createTracing({ categories: ['node'] }).enable()",
    'load code from elsewhere':
      "process.getBuiltinModule('module').createRequire(import.meta.url)('/etc/hostname.json')",
    'load hooks in a thread':
      "process.getBuiltinModule('module').register('data:text/javascript,')",
    'fork workers': "(await import('node:cluster')).default.fork()",
    'send datagrams': "(await import('node:dgram')).createSocket('udp4').send('x', 9, '127.0.0.1')",
    'ask for names': "await (await import('node:dns/promises')).resolve4('example.com')",
    'ask for names by a named import': "(await import('node:dns')).lookup('example.com', () => {})",
    'ask for names by a promise': "await (await import('node:dns/promises')).lookup('example.com')",
    'ask for names by itself': "new (await import('node:dns')).Resolver()",
    'open a database': "new (await import('node:sqlite')).DatabaseSync(':memory:')",
    'open one by a require':
      "process.getBuiltinModule('module').createRequire(import.meta.url)('node:sqlite')",
    'open one by the process':
      "new (process.getBuiltinModule('node:sqlite').DatabaseSync)('/tmp/x')",
    'make a datagram socket': "(await import('node:dgram')).createSocket('udp4')",
    'use the handle of its output':
      "new (process.stdout._handle.constructor)(0).connect({}, '/run/dbus/system_bus_socket')",
    'listen with a handle':
      "new (process.stdout._handle.constructor)(0).bind('/tmp/hindcast-escape')",
    'make the service less important':
      "(await import('node:os')).setPriority(process.ppid, process.getBuiltinModule('os').getPriority(process.ppid))",
    'read what the system knows about it':
      "(await import('node:fs')).readFileSync('/proc/self/environ')",
    'use the system interface of WebAssembly':
      "new (await import('node:wasi')).WASI({ version: 'preview1', preopens: { '/': '/' } })",
    'inspect itself': "new (await import('node:inspector')).Session().connect()",
    'load settings from elsewhere': "process.loadEnvFile('/etc/environment')",
    'put the network back':
      "Object.defineProperty((await import('node:net')).Socket.prototype, 'connect', { value() {} })",
  };
  test('do any of what reaches beyond it', async () => {
    const tries = Object.entries(attempts).map(
      ([name, code]) =>
        `try { ${code}; ctx.log.info(${JSON.stringify(name)} + ': done'); } catch (error) { refused.push(${JSON.stringify(name)}); }`,
    );
    const { end, logged } = await ran({
      process: `const refused = []; ${tries.join('\n')} return refused.length;`,
    });
    expect(logged).toEqual([]);
    expect(end).toMatchObject({ errorMessage: null, itemsProcessed: tries.length });
  });

  test('see the environment of the service', async () => {
    const { end } = await ran({ process: 'return Object.keys(process.env).length;' });
    expect(end).toMatchObject({ status: 'completed', itemsProcessed: 0 });
  });
});
