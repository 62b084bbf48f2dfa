/** Where an address may lead, against a name that means another address a moment later, and against a real certificate. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download } from './download.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-download-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In a separate network, where one address is of the world and the names are ours. */
const APART = ['--map-root-user', '--net', '--mount', 'sh', '-ec'];
const OWN_NAMES = `ip link set lo up; ip address add 203.0.113.7/32 dev lo; mount --bind "$HOSTS" /etc/hosts`;
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

function apart(then: string) {
  const hosts = join(folder, 'hosts');
  writeFileSync(hosts, '');
  const env = { ...process.env, PATH, HOSTS: hosts };
  const script = `${OWN_NAMES}; ${then}`;
  return spawnSync('unshare', [...APART, script], { env, encoding: 'utf8', timeout: 60_000 });
}

/** Installs from a host that is first at one address and then at another; reports what it was asked and how it ended. */
const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  import { download } from '${new URL('download.ts', import.meta.url)}';
  const name = (address) => writeFileSync('/etc/hosts', address + ' source.example\\n');
  const outcomes = [];
  for (const [first, then] of [['203.0.113.7', '127.0.0.1'], ['203.0.113.7', '203.0.113.7'], ['127.0.0.1', '127.0.0.1']]) {
    const asked = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      name(then);
      if (request.url === '/') response.writeHead(302, { location: '/inside' });
      response.end('bytes');
    });
    await new Promise((resolve) => server.listen(0, resolve));
    name(first);
    const address = 'http://source.example:' + server.address().port + '/';
    const end = await download(address, process.argv[2], new AbortController().signal).then(
      () => 'fetched',
      (error) => error.message,
    );
    outcomes.push([asked, end]);
    server.closeAllConnections();
    server.close();
  }
  console.log(JSON.stringify(outcomes));
`;

test('a host of the world cannot become one of this machine when it leads on to itself', ({
  skip,
}) => {
  if (process.platform !== 'linux' || apart('true').status !== 0) {
    skip('a separate network cannot be made here (unshare and ip of iproute2)');
  }
  const program = join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  const { stdout, stderr } = apart(
    `exec "${process.execPath}" "${program}" "${join(folder, 'got')}"`,
  );
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    [['/'], expect.stringContaining('has to be given itself')],
    [['/', '/inside'], 'fetched'],
    [['/', '/inside'], 'fetched'],
  ]);
});

test('an address with https does not lead to one without', async ({ skip }) => {
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ]);
  if (made.status !== 0) skip('openssl is not installed');
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, readFileSync(cert, 'utf8')]);
  const asked: unknown[] = [];
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    ({ url }, response) => {
      asked.push(url);
      const { port } = server.address() as AddressInfo;
      const scheme = url === '/lower' ? 'http' : 'https';
      const location = `${scheme}://127.0.0.1:${port}/there`;
      response.writeHead(url === '/there' ? 200 : 302, { location }).end('bytes');
    },
  ).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const signal = AbortSignal.timeout(60_000);
    const from = (path: string) =>
      download(`https://127.0.0.1:${port}${path}`, join(folder, 'got'), signal);
    await from('/same');
    expect(asked).toEqual(['/same', '/there']);
    await expect(from('/lower')).rejects.toThrow('from https to http');
  } finally {
    setDefaultCACertificates(usual);
    server.closeAllConnections();
    server.close();
  }
});
