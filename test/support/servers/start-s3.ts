/** An S3-compatible server of the test's own, with one bucket. */
import { rmSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';
import { temporaryFolder } from '../start-daemon.ts';

/** The server knows only these. */
export const S3_KEYS = { keyId: 'S3RVER', secret: 'S3RVER' };

export interface RunningS3 extends AsyncDisposable {
  /** With the bucket. */
  readonly url: string;
  readonly dataDir: string;
  /** Ends it and leaves its data, for another one in its place. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(given: { port?: number; dataDir?: string } = {}): Promise<RunningS3> {
  const { dataDir = temporaryFolder() } = given;
  const server = new S3rver({
    address: '127.0.0.1',
    port: given.port ?? 0,
    silent: true,
    directory: dataDir,
    configureBuckets: [{ name: 'hub', configs: [] }],
  });
  const { port } = await server.run();
  const close = () => server.close();
  const stop = async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}/hub`, dataDir, close, stop, [Symbol.asyncDispose]: stop };
}
