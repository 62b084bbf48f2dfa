import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { monitorIds } from '#capture/monitor-ids.ts';
import { screenSourceConformance } from '#capture/source.conformance.ts';
import { x11Painter } from '#capture/x11/x11-painter.fixture.ts';
import { type Desktop, startDesktop, whyNoDesktop } from '../../../../../test/support/desktop.ts';
import { portableScreen } from './portable-screen.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`portable screen tests skipped: ${reason}\n`);

describe.skipIf(reason !== undefined)('portable screen', () => {
  let desktop: Desktop;
  let painter: Awaited<ReturnType<typeof x11Painter>>;
  beforeAll(async () => {
    desktop = await startDesktop();
    // The package knows no other way to choose the display; this process has none.
    process.env.DISPLAY = desktop.display;
    painter = await x11Painter(desktop.display);
  }, 120_000);
  afterEach(() => painter.clear());
  afterAll(() => desktop?.stop());

  screenSourceConformance({
    open: async () => portableScreen({ monitorIds: monitorIds() }),
    paint: (area, rgb) => painter.paint(area, rgb),
  });
});
