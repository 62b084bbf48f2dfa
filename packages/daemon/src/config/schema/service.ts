/** Where the service listens, where it keeps its data, and whether that is encrypted. */
import { text, wholeNumber, yesNo } from '../kinds.ts';
import { setting } from './setting.ts';

export const serviceSettings = {
  port: setting<number>({
    // 0 asks the system for any free port; the address that was chosen is printed.
    kind: wholeNumber(0, 65_535),
    fallback: 3030,
    meaning: 'Port of the HTTP interface.',
    env: 'HINDCAST_PORT',
    flags: [{ name: '--port', takes: 'number' }],
  }),
  host: setting<string>({
    kind: text('an IP address or "localhost"', /^([0-9.]+|[0-9a-f:.]*:[0-9a-f:.]*|localhost)$/i),
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. Anything but this machine itself needs an access token.',
    env: 'HINDCAST_HOST',
    flags: [{ name: '--host', takes: 'address' }],
  }),
  dataDir: setting<string>({
    kind: text('the path of a folder', /\S/),
    fallback: '~/.hindcast',
    meaning: 'Folder that holds everything that is kept.',
    env: 'HINDCAST_DATA_DIR',
    flags: [{ name: '--data-dir', takes: 'folder' }],
    inFile: false,
  }),
  encrypt: setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning:
      'Whether a new store is encrypted with a passphrase; "hindcast encrypt" for one with content.',
    env: 'HINDCAST_ENCRYPT',
    flags: [
      { name: '--encrypt', means: true, help: 'Encrypt a new store; asks for a passphrase.' },
    ],
  }),
  keyring: setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning:
      'Whether a store that is being encrypted has its key in the keyring of the system, so that no start asks for it.',
    env: 'HINDCAST_KEYRING',
    flags: [
      { name: '--keyring', means: true, help: 'With --encrypt: keep the key in the keyring.' },
    ],
  }),
  passphraseFile: setting<string>({
    kind: text('the path of a file', /^[^\0]*$/),
    fallback: '',
    meaning:
      'File with the passphrase of an encrypted store (/dev/fd/3 for a descriptor); empty: it is asked for.',
    env: 'HINDCAST_PASSPHRASE_FILE',
    flags: [{ name: '--passphrase-file', takes: 'file' }],
  }),
} as const;
