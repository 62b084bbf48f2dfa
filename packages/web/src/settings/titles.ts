/** What a setting is called in plain words. One that nobody named here is called after its key, so that every key is shown. */
import { t } from '../language/message.ts';

const TITLES: Readonly<Record<string, string>> = {
  port: t('Port'),
  host: t('Address to listen on'),
  dataDir: t('Data folder'),
  allowedOrigins: t('Web pages that may ask'),
  allowOtherUsers: t('Allow other users'),
  accessToken: t('Access token'),
  encrypt: t('Encrypt a new store'),
  keyring: t('Key in the keyring of the system'),
  passphraseFile: t('File with the passphrase'),
  replay: t('Sample day'),
  tray: t('Icon in the panel'),
  shortcuts: t('Keys of the desktop'),
  logLevel: t('Detail of the log'),
  'vision.enabled': t('Record the screen'),
  'vision.pictures': t('Keep pictures of the screen'),
  'vision.ignoredApps': t('Never record these apps'),
  'vision.ignoredWindows': t('Never record these windows'),
  'vision.ignoredUrls': t('Never record these sites'),
  'vision.privateBrowsing': t('Record private windows'),
  'vision.ignoreSilentBrowsers': t('Leave out browsers that do not tell'),
  'vision.rememberOwnPage': t('Remember the pages of Hindcast itself'),
  'vision.compaction': t('Turn old pictures into video'),
  'backup.snapshots': t('Copy the database once a day'),
  'vision.language': t('Language on the screen (without effect)'),
  'input.typing': t('Typing'),
  'input.clicks': t('Clicks'),
  'input.scroll': t('Scrolling'),
  'input.clipboard': t('Copied text'),
  'input.focus': t('Changes of window'),
  'audio.enabled': t('Record sound'),
  'audio.engine': t('Speech to text'),
  'audio.model': t('Speech model'),
  'audio.languages': t('Languages that are spoken'),
  'audio.readAgain': t('Read recordings again'),
  'audio.mode': t('When speech becomes text'),
  'audio.endpoint.url': t('Address of a speech service'),
  'audio.endpoint.key': t('Key of the speech service'),
  'meaning.enabled': t('Search by meaning'),
  'assistant.endpoint.url': t('Address of a model that phrases answers'),
  'assistant.endpoint.key': t('Key of that model'),
  'assistant.model': t('Name of that model'),
  'assistant.coverPersonalData': t('Cover personal data sent to that model'),
  'retention.text': t('Keep text (days)'),
  'retention.pixels': t('Keep pictures (days)'),
  'retention.audio': t('Keep sound (days)'),
  'retention.input': t('Keep input (days)'),
  'retention.maxGb': t('Largest size (GB)'),
  'retention.offload.afterDays': t('Move pictures and sound elsewhere after (days)'),
  'retention.offload.to': t('Where old pictures and sound go'),
  'retention.offload.keyId': t('Access key of the bucket'),
  'retention.offload.secret': t('Secret of the bucket, or token of the hub'),
  'retention.offload.region': t('Region of the bucket'),
  'retention.offload.cacheGb': t('Local copies of moved files (GB)'),
  'budget.cpuPercent': t('Most CPU (percent)'),
  'budget.diskGbPerMonth': t('Most disk in a month (GB)'),
  'budget.battery': t('On battery'),
  'sync.url': t('Where devices meet'),
  'sync.role': t('Role of this machine in sync'),
  'sync.interval': t('Seconds between rounds of sync'),
  'sync.textOnly': t('Sync text only'),
  'sync.onDemand': t('Sync pictures when asked for'),
  'sync.wifiOnly': t('Sync on Wi-Fi only'),
  'sync.bandwidthLimit': t('Limit of sync'),
};

export function titleOf(key: string): string {
  return TITLES[key] ?? inWords(key);
}

/** `storage.keepDays` is `Storage: keep days`. */
function inWords(key: string): string {
  const words = key
    .split('.')
    .map((part) => part.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase())
    .join(': ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
