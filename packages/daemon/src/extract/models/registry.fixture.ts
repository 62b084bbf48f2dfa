/** A small npm registry on a port of this machine, with the packages a test gives it; npm is pointed to it by the environment. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Registry {
  readonly url: string;
  /** Makes a package of files by their paths. */
  publish(
    name: string,
    version: string,
    files: Readonly<Record<string, string>>,
    /** Further keys of its package.json. */
    manifest?: Readonly<Record<string, unknown>>,
  ): void;
  /** What the registry states about the only version of a package. */
  integrityOf(name: string): string;
  /** Requests for this package get no answer. */
  stall(name: string): void;
  /** From now on the archives are not what the registry says they are. */
  tamper(): void;
  /** Every path that was asked for. */
  readonly asked: string[];
  close(): void;
}

export async function startRegistry(): Promise<Registry> {
  const tarballs = new Map<string, Buffer>();
  const documents = new Map<string, object>();
  const integrities = new Map<string, string>();
  const asked: string[] = [];
  const stalled = new Set<string>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    if (stalled.has(path)) return;
    const found = tarballs.get(path) ?? documents.get(path);
    response.statusCode = found === undefined ? 404 : 200;
    response.end(Buffer.isBuffer(found) ? found : JSON.stringify(found ?? { error: 'not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  return {
    url,
    asked,
    publish(name, version, files, manifest = {}) {
      const own = { ...manifest, name, version };
      const tarball = pack({ ...files, 'package.json': JSON.stringify(own) });
      const path = `/${name}/-/${version}.tgz`;
      tarballs.set(path, tarball);
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
      integrities.set(name, integrity);
      documents.set(`/${name}`, {
        name,
        'dist-tags': { latest: version },
        versions: {
          [version]: { ...own, dist: { tarball: `${url}${path.slice(1)}`, integrity } },
        },
      });
    },
    integrityOf: (name) => integrities.get(name) ?? '',
    stall: (name) => void stalled.add(`/${name}`),
    tamper() {
      for (const path of tarballs.keys()) tarballs.set(path, pack({ 'package.json': '{}' }));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pack(files: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-pack-'));
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'package', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  execFileSync('tar', ['-czf', 'made.tgz', 'package'], { cwd: folder });
  const bytes = readFileSync(join(folder, 'made.tgz'));
  rmSync(folder, { recursive: true });
  return bytes;
}
