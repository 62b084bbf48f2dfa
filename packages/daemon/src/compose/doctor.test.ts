import { describe, expect, test } from 'vitest';
import { serviceError } from '#core/errors.ts';
import { examinePipes, examineScreen, type ScreenFinding } from './doctor.ts';

const canRead = async () => ({ close: async () => {} });
const cannotRead = () =>
  Promise.reject(serviceError('OCR_ENGINE_MISSING', { cause: new Error('no build') }));

async function examined(
  env: Record<string, string>,
  { open = canRead, language = 'eng' }: { open?: typeof canRead; language?: string } = {},
) {
  const machine = { platform: 'linux' as const, env };
  const findings = await examineScreen({ machine, language, nowMs: () => Date.now(), open });
  return Object.fromEntries(
    findings.map(({ check, isOk, detail }) => [check, { isOk, detail }]),
  ) as Record<ScreenFinding['check'], { isOk: boolean; detail: string }>;
}

describe('the screen side of the doctor', { timeout: 60_000 }, () => {
  test('says on a machine without a display what is missing', async () => {
    const { desktop, screen, programs } = await examined({});
    expect(desktop).toEqual({ isOk: false, detail: expect.stringContaining('none: ') });
    expect(screen).toEqual({ isOk: false, detail: expect.stringContaining('DISPLAY') });
    expect(programs.isOk).toBe(false);
    expect(programs.detail).toContain('DBUS_SESSION_BUS_ADDRESS');
  });

  test('distinguishes a display that is set from one that is there', async () => {
    const { desktop, screen, choice } = await examined({ DISPLAY: ':59999' });
    expect(choice).toEqual({ isOk: false, detail: expect.stringContaining('none') });
    expect(desktop).toEqual({ isOk: true, detail: expect.stringContaining('X11 display :59999') });
    expect(screen.isOk).toBe(false);
  });

  test('says that text can be read, and that a language need not be set', async () => {
    expect((await examined({})).text).toEqual({
      isOk: true,
      detail: 'read in every script that is known',
    });
    const { text } = await examined({}, { language: 'deu+eng' });
    expect(text).toEqual({ isOk: true, detail: expect.stringContaining('vision.language') });
  });

  test('says that no text can be read, and what to do', async () => {
    const { text } = await examined({}, { open: cannotRead });
    expect(text).toEqual({ isOk: false, detail: expect.stringContaining('install the packages') });
  });

  test('a session bus that does not answer is reported with what to install', async () => {
    const { programs } = await examined({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' });
    expect(programs.isOk).toBe(false);
    expect(programs.detail).toContain('at-spi2-core');
  });
});

test('the doctor says what keeps pipes in their place, also when something is missing', async () => {
  const findings = await examinePipes();
  const details = findings.map(({ detail }) => detail).join('\n');
  expect(details).toMatch(/permission model of Node refuses other files/);
  expect(details).toMatch(
    /the kernel (refuses (to open )?all files|does not keep a pipe from your files)/,
  );
  expect(details).toMatch(/the kernel (gives a pipe no|does not keep a pipe from the) network/);
}, 60_000);
