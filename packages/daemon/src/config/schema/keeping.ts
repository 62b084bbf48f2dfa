/** How long and where content is kept, and what that may cost. */
import { daysOrForever, oneOf, text, wholeNumber, yesNo } from '../kinds.ts';
import { setting } from './setting.ts';

export const keepingSettings = {
  'backup.snapshots': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning:
      'Whether the database is copied once a day, for the newest days and a week before them.',
    env: 'HINDCAST_BACKUP_SNAPSHOTS',
    flags: [],
  }),
  'retention.text': setting<string>({
    kind: daysOrForever,
    fallback: 'forever',
    meaning: 'Days that what was read and said is kept, with its pictures and sound.',
    env: 'HINDCAST_RETENTION_TEXT',
    flags: [],
  }),
  'retention.pixels': setting<string>({
    kind: daysOrForever,
    fallback: 'forever',
    meaning: 'Days that pictures are kept; their text stays. What has a tag always stays.',
    env: 'HINDCAST_RETENTION_PIXELS',
    flags: [],
  }),
  'retention.audio': setting<string>({
    kind: daysOrForever,
    fallback: 'forever',
    meaning: 'Days that sound is kept; what was said stays as text.',
    env: 'HINDCAST_RETENTION_AUDIO',
    flags: [],
  }),
  'retention.input': setting<string>({
    kind: daysOrForever,
    fallback: 'forever',
    meaning: 'Days that clicks, keys and copied text are kept.',
    env: 'HINDCAST_RETENTION_INPUT',
    flags: [],
  }),
  'retention.maxGb': setting<number>({
    kind: wholeNumber(0, 1_000_000),
    fallback: 0,
    meaning:
      'Gigabytes that everything may take; above that the oldest pictures and sound go. 0: no limit.',
    env: 'HINDCAST_RETENTION_MAX_GB',
    flags: [],
  }),
  'retention.offload.afterDays': setting<number>({
    kind: wholeNumber(0, 99_999),
    fallback: 0,
    meaning:
      'Days after which pictures and sound move to retention.offload.to and come back when looked at. 0: never.',
    env: 'HINDCAST_RETENTION_OFFLOAD_AFTER_DAYS',
    flags: [],
  }),
  'retention.offload.to': setting<string>({
    kind: text(
      'the path of a folder, the http address of a hub, or s3+https://host/bucket',
      /^(|(s3\+)?https?:\/\/[^\s/?#@]+[^\s?#]*|file:\/\/\S+|[/~].*|[A-Za-z]:[\\/].*)$/i,
    ),
    fallback: '',
    meaning:
      'Where old pictures and sound go, encrypted: the path of a folder, the address of a hub, or a bucket as s3+https://host/bucket.',
    env: 'HINDCAST_RETENTION_OFFLOAD_TO',
    flags: [],
  }),
  'retention.offload.keyId': setting<string>({
    kind: text('a text without spaces', /^\S*$/),
    fallback: '',
    meaning: 'Access key of that bucket.',
    env: 'HINDCAST_RETENTION_OFFLOAD_KEY_ID',
    flags: [],
  }),
  'retention.offload.secret': setting<string>({
    kind: text('a text without spaces', /^\S*$/),
    fallback: '',
    meaning: 'Secret of that bucket, or token of that hub.',
    env: 'HINDCAST_RETENTION_OFFLOAD_SECRET',
    flags: [],
    secret: true,
  }),
  'retention.offload.region': setting<string>({
    kind: text('the name of a region', /^[A-Za-z0-9-]+$/),
    fallback: 'us-east-1',
    meaning: 'Region of that bucket; most stores that are not from Amazon accept any.',
    env: 'HINDCAST_RETENTION_OFFLOAD_REGION',
    flags: [],
  }),
  'retention.offload.cacheGb': setting<number>({
    kind: wholeNumber(0, 100_000),
    fallback: 2,
    meaning: 'Gigabytes of pictures and sound that stay here after they came back.',
    env: 'HINDCAST_RETENTION_OFFLOAD_CACHE_GB',
    flags: [],
  }),
  'budget.cpuPercent': setting<number>({
    // Far above normal work: only an unusual load comes near this.
    kind: wholeNumber(1, 100),
    fallback: 50,
    meaning:
      'Percent of all cores that the service may use, on average over five minutes; above that it does less.',
    env: 'HINDCAST_BUDGET_CPU_PERCENT',
    flags: [],
  }),
  'budget.diskGbPerMonth': setting<number>({
    kind: wholeNumber(0, 100_000),
    fallback: 0,
    meaning:
      'Gigabytes that a month may add; above that pictures are fewer and coarser. 0: no limit.',
    env: 'HINDCAST_BUDGET_DISK_GB_PER_MONTH',
    flags: [],
  }),
  'budget.battery': setting<'full' | 'reduced' | 'pause'>({
    kind: oneOf(['full', 'reduced', 'pause']),
    fallback: 'reduced',
    meaning: 'What is done on battery: everything, less, or nothing until there is mains power.',
    env: 'HINDCAST_BUDGET_BATTERY',
    flags: [],
  }),
} as const;
