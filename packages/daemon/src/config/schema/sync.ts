/** Where the devices of one person meet. */
import { oneOf, text, wholeNumber, yesNo } from '../kinds.ts';
import { setting } from './setting.ts';

const SYNC_ROLES = ['device', 'keeper'] as const;
type SyncRole = (typeof SYNC_ROLES)[number];

export const syncSettings = {
  'sync.url': setting<string>({
    kind: text(
      'the http address of a hub or the path of a folder',
      /^(|https?:\/\/[^\s/?#@]+[^\s?#]*|file:\/\/\S+|[/~].*|[A-Za-z]:[\\/].*)$/i,
    ),
    fallback: '',
    meaning: 'Where devices meet: the address of a hub, or the path of a shared folder.',
    env: 'HINDCAST_SYNC_URL',
    flags: [],
  }),
  'sync.role': setting<SyncRole>({
    kind: oneOf(SYNC_ROLES),
    fallback: 'device',
    meaning:
      'What this machine is to the others: a device, or the keeper that holds everything of all devices and answers for them.',
    env: 'HINDCAST_SYNC_ROLE',
    flags: [],
  }),
  'sync.interval': setting<number>({
    kind: wholeNumber(5, 86_400),
    fallback: 30,
    meaning: 'Seconds between two rounds of sync.',
    env: 'HINDCAST_SYNC_INTERVAL',
    flags: [],
  }),
  'sync.textOnly': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether only text is synced, without the places of words, pictures and sound.',
    env: 'HINDCAST_SYNC_TEXT_ONLY',
    flags: [],
  }),
  'sync.onDemand': setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning:
      'Where not only text is synced: whether pictures and sound are sent only when another device asks for them.',
    env: 'HINDCAST_SYNC_ON_DEMAND',
    flags: [],
  }),
  'sync.wifiOnly': setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning: 'Whether sync waits for Wi-Fi.',
    env: 'HINDCAST_SYNC_WIFI_ONLY',
    flags: [],
  }),
  'sync.bandwidthLimit': setting<number>({
    kind: wholeNumber(0, 10_000_000),
    fallback: 0,
    meaning: 'Kilobytes a second that sync may use; 0: no limit.',
    env: 'HINDCAST_SYNC_BANDWIDTH_LIMIT',
    flags: [],
  }),
} as const;
