/**
 * Reports which parts of an X screen were drawn on. The server is asked to speak up once (`NonEmpty`) and stays silent until its
 * list of rectangles has been fetched, so a film costs a few messages per second and a still screen costs none.
 */
import type x11 from 'x11';
import { emitter } from '#capture/listeners.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import type { Rect } from '#core/observation.ts';

// Drawing comes in bursts; what follows within this time belongs to the same change.
const COLLECT_MS = 100;

export async function x11Damage(connection: X11Connection) {
  const { client, root } = connection;
  const damage = await connection.extension('damage');
  const fixes = await connection.extension('fixes');
  const damaged = emitter<readonly Rect[]>();
  const watch = client.AllocID();
  const region = client.AllocID();
  let timer: NodeJS.Timeout | undefined;

  async function fetchAreas(): Promise<void> {
    timer = undefined;
    // Moves the rectangles into our region and lets the server report the next one.
    damage.Subtract(watch, 0, region);
    const { rectangles } = await connection.ask<{ rectangles: x11.Rectangle[] }>((reply) =>
      fixes.FetchRegion(region, reply),
    );
    if (rectangles.length > 0) damaged.emit(rectangles);
  }

  const stop = connection.onEvent(({ name, damage: id }) => {
    if (name !== 'DamageNotify' || id !== watch) return;
    timer ??= setTimeout(() => {
      // Only a lost display rejects, and `ended` of the connection says so to everyone.
      fetchAreas().catch(() => {});
    }, COLLECT_MS);
  });
  fixes.CreateRegion(region, []);
  damage.Create(watch, root, damage.ReportLevel.NonEmpty);
  await connection.ask<void>((reply) => client.sync(reply));

  return {
    onDamage: damaged.on,
    stop() {
      clearTimeout(timer);
      stop();
    },
  };
}
