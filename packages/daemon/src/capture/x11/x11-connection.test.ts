import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type x11 from 'x11';
import { type Desktop, startDesktop, whyNoDesktop } from '../../../../../test/support/desktop.ts';
import { connectX11 } from './x11-connection.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`x11 connection tests skipped: ${reason}\n`);

describe.skipIf(reason !== undefined)('x11 connection', () => {
  let desktop: Desktop;
  beforeAll(async () => {
    desktop = await startDesktop();
  }, 120_000);
  afterAll(() => desktop?.stop());

  test('questions of one turn leave in one write and are all answered', async () => {
    const connection = await connectX11(desktop.display);
    const { client, root } = connection;
    const before = client.pack_stream.stats.writes;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        connection.ask<x11.Geometry>((reply) => client.GetGeometry(root, reply)),
      ),
    );
    expect(client.pack_stream.stats.writes - before).toBe(1);
    expect(new Set(answers.map(({ width }) => width)).size).toBe(1);
    connection.close();
  });
});
