import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { audioDevices, findAudioDevice } from './audio-devices.ts';
import type { AudioDevice } from './audio-source.ts';

const mic: AudioDevice = { id: 'mic', name: 'Built-in (input)', kind: 'input', isDefault: true };
const usb: AudioDevice = { id: 'usb', name: 'Headset (input)', kind: 'input', isDefault: false };
const out: AudioDevice = {
  id: 'out.monitor',
  name: 'Built-in (output)',
  kind: 'output',
  isDefault: true,
};
const all = [mic, usb, out];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-devices-'));
  file = join(folder, 'audio-devices.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (chosen: readonly string[] = []) => audioDevices({ chosen, file, log: silentLog });
const ids = (devices: readonly { id: string }[]) => devices.map(({ id }) => id);

describe('audioDevices', () => {
  test('without a choice the default input and output are wanted, whichever they are now', () => {
    const devices = open();
    expect(ids(devices.wanted(all))).toEqual(['mic', 'out.monitor']);
    const moved = [{ ...mic, isDefault: false }, { ...usb, isDefault: true }, out];
    expect(ids(devices.wanted(moved))).toEqual(['usb', 'out.monitor']);
  });

  test('a choice replaces the defaults, by name, id, or name without its ending', () => {
    expect(ids(open(['Headset (input)']).wanted(all))).toEqual(['usb']);
    expect(ids(open(['Headset']).wanted(all))).toEqual(['usb']);
    expect(ids(open(['out.monitor']).wanted(all))).toEqual(['out.monitor']);
  });

  test('a device that was started or stopped by hand stays so after a restart', () => {
    const before = open();
    before.start(usb);
    before.stop(mic);
    expect(ids(open().wanted(all))).toEqual(['usb', 'out.monitor']);
  });

  test('starting what was stopped, and stopping what was started, goes back to the default', () => {
    const devices = open();
    devices.stop(mic);
    devices.start(mic);
    devices.start(usb);
    devices.stop(usb);
    devices.start(usb);
    devices.stop(usb);
    expect(ids(devices.wanted(all))).toEqual(['mic', 'out.monitor']);
    expect(JSON.parse(readFileSync(file, 'utf8')).started).toEqual({});
  });

  test('a stopped default does not keep the next default from being heard', () => {
    const devices = open();
    devices.stop(mic);
    const moved = [{ ...mic, isDefault: false }, { ...usb, isDefault: true }, out];
    expect(ids(devices.wanted(moved))).toEqual(['usb', 'out.monitor']);
  });

  test('everything off wants nothing, over a restart too, and forgets no device', () => {
    const devices = open();
    devices.start(usb);
    devices.setOn(false);
    expect(open().isOn()).toBe(false);
    expect(open().wanted(all)).toEqual([]);
    open().setOn(true);
    expect(ids(open().wanted(all))).toEqual(['mic', 'usb', 'out.monitor']);
  });

  test('wanted devices that are not there are named', () => {
    const devices = open(['Headset', 'Never seen (input)']);
    devices.start(mic);
    expect(devices.missing([out])).toEqual([
      { id: 'Headset', name: 'Headset' },
      { id: 'Never seen (input)', name: 'Never seen (input)' },
      { id: 'mic', name: 'Built-in (input)' },
    ]);
    expect(ids(devices.missing(all))).toEqual(['Never seen (input)']);
  });

  test('a change is reported', () => {
    const devices = open();
    let reported = 0;
    const stop = devices.onChanged(() => {
      reported += 1;
    });
    devices.setOn(false);
    devices.stop(mic);
    stop();
    devices.start(mic);
    expect(reported).toBe(2);
  });

  test.each(['', '{"started":', 'null', '[]', '{"started":7,"stopped":null}'])(
    'a damaged file (%j) means that nothing is heard, and why, until a person decides again',
    (text) => {
      writeFileSync(file, text);
      const devices = open();
      expect(devices.isOn()).toBe(false);
      expect(devices.wanted(all)).toEqual([]);
      expect(devices.trouble()).toContain('audio-devices.json cannot be read');
      devices.setOn(true);
      expect(devices.trouble()).toBeUndefined();
      expect(ids(open().wanted(all))).toEqual(['mic', 'out.monitor']);
    },
  );

  test('a file that cannot be read means that nothing is heard', () => {
    mkdirSync(file);
    expect(open().wanted(all)).toEqual([]);
    expect(open().trouble()).toBeDefined();
  });

  test('no file is no trouble', () => {
    expect(open().trouble()).toBeUndefined();
  });

  test('stopping takes effect although it cannot be written down, and says so', () => {
    const devices = open();
    let heard = ids(devices.wanted(all));
    devices.onChanged(() => {
      heard = ids(devices.wanted(all));
    });
    // Nothing can be put in its place.
    mkdirSync(join(file, 'in the way'), { recursive: true });
    expect(() => devices.stop(mic)).toThrow(
      expect.objectContaining({ code: 'AUDIO_CHOICE_NOT_KEPT' }),
    );
    expect(heard).toEqual(['out.monitor']);
    expect(() => devices.setOn(false)).toThrow('could not be written down');
    expect(heard).toEqual([]);
  });

  test('a device that is started after everything was stopped is the only one, over a restart too', () => {
    const devices = open();
    devices.start(usb);
    devices.setOn(false);
    devices.start(mic);
    expect(devices.isOn()).toBe(true);
    expect(ids(open().wanted(all))).toEqual(['mic']);
    expect(open().missing([out])).toEqual([{ id: 'mic', name: mic.name }]);
    devices.start(out);
    expect(ids(open().wanted(all))).toEqual(['mic', 'out.monitor']);
    devices.setOn(true);
    expect(ids(open().wanted(all))).toEqual(['mic', 'usb', 'out.monitor']);
  });

  test('when the last single device is stopped, everything is off again', () => {
    const devices = open();
    devices.setOn(false);
    devices.start(mic);
    devices.stop(mic);
    expect(devices.isOn()).toBe(false);
    expect(devices.wanted(all)).toEqual([]);
  });

  test('nothing is missing while everything is off', () => {
    const devices = open(['Never seen (input)']);
    devices.start(usb);
    devices.setOn(false);
    expect(devices.missing([out])).toEqual([]);
  });

  test('a device that was started by hand can be named and stopped while it is not there', () => {
    const devices = open();
    devices.start(usb);
    const missing = findAudioDevice([mic, ...devices.named()], 'Headset');
    devices.stop(missing);
    expect(ids(devices.wanted(all))).toEqual(['mic', 'out.monitor']);
  });
});

describe('findAudioDevice', () => {
  test('finds by full name, id, and name without its ending when only one has it', () => {
    expect(findAudioDevice(all, 'Built-in (output)')).toBe(out);
    expect(findAudioDevice(all, 'usb')).toBe(usb);
    expect(findAudioDevice(all, 'Headset')).toBe(usb);
  });

  test('says so when there is none or more than one', () => {
    expect(() => findAudioDevice(all, 'Radio')).toThrow(
      expect.objectContaining({ code: 'AUDIO_DEVICE_NOT_FOUND' }),
    );
    expect(() => findAudioDevice(all, 'Built-in')).toThrow(
      expect.objectContaining({
        code: 'AUDIO_DEVICE_AMBIGUOUS',
        hint: expect.stringContaining('(output)'),
      }),
    );
  });
});
