/**
 * The promise: where the kernel offers walls, code that has broken out of the runtime reaches no file of the person, no network and no
 * other process. Here Node runs without its permission model behind one wall at a time, as if a fault of the runtime had opened everything.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KernelWall, RaiseOrder } from '../../packages/daemon/src/pipes/walls/raise.ts';
import {
  describeWalls,
  findWalls,
  NAMESPACES,
} from '../../packages/daemon/src/pipes/walls/walls.ts';
import { temporaryFolder } from '../support/start-daemon.ts';

const RAISE = fileURLToPath(import.meta.resolve('../../packages/daemon/src/pipes/walls/raise.ts'));

const KOFFI = createRequire(import.meta.url).resolve('koffi');

let home: string;
let listener: Server;
let connections = 0;
beforeEach(() => {
  home = temporaryFolder();
  mkdirSync(join(home, 'pipe', 'output'), { recursive: true });
  mkdirSync(join(home, 'private'));
  writeFileSync(join(home, 'victim'), 'mine');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));
beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  listener.close();
});

/** Each is done by the system itself; what it answers is the code of the refusal, or `done`. */
const ACTS = `
const fs = require('node:fs'), net = require('node:net'), child = require('node:child_process'), dgram = require('node:dgram');
const [home, port, koffiPath] = JSON.parse(PLACE);
const victim = home + '/victim', own = home + '/pipe/', output = own + 'output/';
const os = require('node:os');
const NUMBERS = { x64: { tgkill: 234, tkill: 200, prlimit64: 302, kcmp: 312, clone: 56 }, arm64: { tgkill: 131, tkill: 130, prlimit64: 261, kcmp: 272, clone: 220 } };
// With the same rights as this one, which the service may not have. It ends by itself.
const other = () => child.spawn('/bin/sleep', ['5'], { stdio: 'ignore' }).on('error', () => {}).pid;
const native = (prototype) => (...args) => {
  const koffi = require(koffiPath);
  if (koffi.load(null).func(prototype)(...args) >= 0) return;
  const code = koffi.errno();
  throw Object.assign(new Error(), { code: Object.keys(koffi.os.errno).find((name) => koffi.os.errno[name] === code) });
};
const syscall = native('long syscall(long number, long a, long b, long c, long d, long e, long f)');
const system = (name, ...args) => syscall({ ...NUMBERS[process.arch], pidfd_open: 434, clone3: 435 }[name], ...[...args, 0, 0, 0, 0, 0, 0].slice(0, 6));
const fileOwner = native('int fcntl(int fd, int command, int value)');
const socket = (start) => new Promise((resolve) => start(resolve).on('error', ({ code }) => resolve(code)));
const acts = {
  'read a file': () => fs.readFileSync(victim),
  'write a file': () => fs.writeFileSync(victim, 'other'),
  'cut a file': () => fs.truncateSync(victim, 0),
  'remove a file': () => fs.rmSync(victim),
  'rename a file': () => fs.renameSync(victim, output + 'taken'),
  'link a file': () => fs.linkSync(victim, output + 'linked'),
  'list a folder': () => fs.readdirSync(home + '/private'),
  'make a file': () => fs.writeFileSync(home + '/new', ''),
  'make a folder': () => fs.mkdirSync(home + '/made'),
  'see a file': () => fs.statSync(victim),
  'change the mode of a file': () => fs.chmodSync(victim, 0o777),
  'change its own code': () => fs.writeFileSync(own + 'index.ts', ''),
  'read the service': () => fs.readFileSync('/proc/' + process.ppid + '/environ'),
  'start a program': () => { const { error } = child.spawnSync('/bin/sh', ['-c', 'true']); if (error) throw error; },
  'signal the service': () => process.kill(process.ppid, 0),
  'signal a thread of the service': () => system('tgkill', process.ppid, process.ppid, 0),
  'signal the service by its first thread': () => system('tkill', process.ppid, 0),
  'read a limit of the service': () => system('prlimit64', process.ppid, 7, 0, 0),
  'have a file signal the service': () => fileOwner(0, 8, process.ppid),
  'hold on to the service': () => system('pidfd_open', process.ppid, 0),
  'compare with another process': () => system('kcmp', process.pid, other(), 1, 0, 0),
  'change how important another process is': () => os.setPriority(other(), 19),
  // Flags and sizes that the kernel itself finds wrong: a copy of this process would go on in this code.
  'make a namespace': () => system('clone', 0x10000200, 0),
  'make a namespace in the newer way': () => system('clone3', 0, 0),
  'signal its own thread': () => system('tgkill', process.pid, process.pid, 0),
  'read its own limit': () => { system('prlimit64', process.pid, 7, 0, 0); system('prlimit64', 0, 7, 0, 0); },
  'change how important it is': () => os.setPriority(os.getPriority()),
  'connect': () => socket((done) => net.connect(port, '127.0.0.1', () => done('done'))),
  'listen': () => socket((done) => net.createServer().listen(0, '127.0.0.1', () => done('done'))),
  'use a socket of the system': () => socket((done) => net.connect('/run/nothing.sock', () => done('done'))),
  'send a datagram': () => socket((done) => dgram.createSocket('udp4').bind(0, '127.0.0.1', () => done('done'))),
  'write its output': () => { fs.mkdirSync(output + 'sub/deep', { recursive: true }); fs.writeFileSync(output + 'sub/file', 'x');
    fs.renameSync(output + 'sub/file', output + 'sub/deep/file'); fs.truncateSync(output + 'sub/deep/file', 0); fs.rmSync(output + 'sub', { recursive: true }); },
  'read its own folder': () => fs.readdirSync(own),
  'know the time and the machine': () => [new Date().getTimezoneOffset(), process.memoryUsage().rss, require('os').cpus().length],
};
(async () => {
  const answers = {};
  for (const [name, act] of Object.entries(acts)) {
    try { const reported = await act(); answers[name] = typeof reported === 'string' ? reported : 'done'; } catch (error) { answers[name] = error.info?.code ?? error.code ?? String(error); }
  }
  console.log(JSON.stringify(answers));
  process.exit(0);
})();
`;

interface Outcome {
  answers: Record<string, string>;
  /** When the wall cannot be raised here. */
  reason: string | undefined;
}

function behind(walls: readonly KernelWall[], before: readonly string[]): Promise<Outcome> {
  const { port } = listener.address() as AddressInfo;
  const place = JSON.stringify(JSON.stringify([home, port, KOFFI]));
  const order: RaiseOrder = {
    walls,
    hasChannel: false,
    args: ['--openssl-config=/dev/null', '-e', `const PLACE = ${place}; ${ACTS}`],
    read: [join(home, 'pipe')],
    write: [join(home, 'pipe', 'output')],
  };
  const [program = '', ...args] = [
    ...before,
    process.execPath,
    '--no-warnings',
    RAISE,
    JSON.stringify(order),
  ];
  const settings = { cwd: join(home, 'pipe'), env: {} };
  return new Promise((resolve, reject) => {
    execFile(program, args, settings, (error, stdout, stderr) => {
      if (error === null) resolve({ reason: undefined, answers: JSON.parse(stdout) });
      // Said by the wall itself, or by the program that makes namespaces.
      else if (/^(\{"wall"|unshare: )/.test(stderr)) resolve({ reason: stderr, answers: {} });
      else reject(error);
    });
  });
}

const FILES = [
  'read a file',
  'write a file',
  'cut a file',
  'remove a file',
  'rename a file',
  'link a file',
  'list a folder',
  'make a file',
  'make a folder',
  'change its own code',
  'read the service',
];
const HIDDEN = ['see a file', 'change the mode of a file'];
const SOCKETS = ['connect', 'listen', 'use a socket of the system', 'send a datagram'];
const OTHERS = [
  'signal the service',
  'signal a thread of the service',
  'read a limit of the service',
  'signal the service by its first thread',
  'have a file signal the service',
  'hold on to the service',
  'compare with another process',
  'change how important another process is',
];
const ITSELF = ['signal its own thread', 'read its own limit', 'change how important it is'];
const OWN = ['write its output', 'read its own folder', 'know the time and the machine'];

const walls: [what: string, walls: KernelWall[], before: string[], refused: string[]][] = [
  ['a mount namespace', ['mounts'], NAMESPACES, [...FILES, ...HIDDEN, 'connect']],
  ['Landlock', ['landlock'], [], [...FILES, 'start a program']],
  ['the call filter', ['calls'], [], [...SOCKETS, ...OTHERS]],
  [
    'all of them',
    ['mounts', 'landlock', 'calls'],
    NAMESPACES,
    [...FILES, ...HIDDEN, ...SOCKETS, ...OTHERS, 'start a program'],
  ],
];

const NAMES: Record<KernelWall, string> = {
  mounts: 'mount namespace',
  landlock: 'Landlock',
  calls: 'call filter',
};

/** Whether the doctor says so. */
async function stand(names: readonly KernelWall[]): Promise<boolean> {
  const { list } = await findWalls();
  const details = list.filter(({ stands }) => stands).map(({ detail }) => detail);
  return names.every((name) => details.some((detail) => detail.includes(NAMES[name])));
}

test.skipIf(process.platform !== 'linux').for(walls)(
  'behind %s nothing of the person is reached, and the pipe has what it needs',
  { timeout: 60_000 },
  async ([what, names, before, refused], { skip }) => {
    const { answers, reason } = await behind(names, before);
    if (reason !== undefined) {
      expect(await stand(names), `the doctor says that it stands: ${reason}`).toBe(false);
      return skip(`${what} cannot be raised here: ${reason.trim()}`);
    }
    const done = Object.keys(answers).filter((name) => answers[name] === 'done');
    expect(done.filter((name) => refused.includes(name))).toEqual([]);
    expect(done).toEqual(expect.arrayContaining(OWN));
    if (what === 'the call filter') {
      // Not by chance: the filter itself answers so.
      expect(OTHERS.filter((name) => answers[name] !== 'EPERM')).toEqual([]);
      expect(answers).toMatchObject({
        'make a namespace': 'EPERM',
        'make a namespace in the newer way': 'ENOSYS',
      });
      expect(done).toEqual(expect.arrayContaining(ITSELF));
    }
    if (!refused.includes('write a file')) return;
    expect(readFileSync(join(home, 'victim'), 'utf8')).toBe('mine');
    expect(readdirSync(home).sort()).toEqual(['pipe', 'private', 'victim']);
  },
);

test.skipIf(process.platform !== 'linux')(
  'without a wall the same acts succeed, so the tests above prove something',
  async () => {
    const { answers } = await behind([], []);
    for (const name of ['read a file', 'list a folder', 'connect', 'listen', 'start a program']) {
      expect([name, answers[name]]).toEqual([name, 'done']);
    }
    // Some kernels are made without the call that compares.
    const calls = [...OTHERS, ...ITSELF].filter((name) => name !== 'compare with another process');
    expect(calls.filter((name) => answers[name] !== 'done')).toEqual([]);
    expect(answers).toMatchObject({
      'make a namespace': 'EINVAL',
      'make a namespace in the newer way': 'EINVAL',
    });
    expect(connections).toBeGreaterThan(0);
  },
);

test('the doctor names what a wall does not give', () => {
  const filesBehind = (walls: KernelWall[]) =>
    describeWalls({ walls, reasons: {} }, false).find(({ name }) => name === 'files')?.detail;
  expect(filesBehind(['mounts', 'landlock', 'calls'])).not.toMatch(/still/);
  expect(filesBehind(['landlock', 'calls'])).toMatch(/still see .* change its mode/);
  expect(filesBehind(['mounts', 'landlock'])).toMatch(/still signal other processes/);
});

test('the doctor names the walls that stand', async () => {
  const { list } = await findWalls();
  expect(list.map(({ name }) => name)).toEqual(['runtime', 'files', 'network']);
  for (const { stands, detail } of list) {
    expect(detail).toMatch(
      stands ? /refuses|gives a pipe no network/ : /does not keep a pipe from/,
    );
  }
});
