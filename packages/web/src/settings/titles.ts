/** What a setting is called in plain words. One that nobody named here is called after its key, so that every key is shown. */

const TITLES: Readonly<Record<string, string>> = {
  port: 'Port',
  host: 'Address to listen on',
  dataDir: 'Data folder',
  allowedOrigins: 'Web pages that may ask',
  accessToken: 'Access token',
  encrypt: 'Encrypt a new store',
  keyring: 'Key in the keyring of the system',
  passphraseFile: 'File with the passphrase',
  replay: 'Sample day',
  tray: 'Icon in the panel',
  shortcuts: 'Keys of the desktop',
  logLevel: 'Detail of the log',
  'vision.enabled': 'Record the screen',
  'vision.pictures': 'Keep pictures of the screen',
  'vision.ignoredApps': 'Never record these apps',
  'vision.ignoredWindows': 'Never record these windows',
  'vision.ignoredUrls': 'Never record these sites',
  'vision.privateBrowsing': 'Record private windows',
  'vision.ignoreSilentBrowsers': 'Leave out browsers that do not tell',
  'vision.rememberOwnPage': 'Remember the pages of Hindcast itself',
  'vision.compaction': 'Turn old pictures into video',
  'backup.snapshots': 'Copy the database once a day',
  'vision.language': 'Language on the screen (without effect)',
  'input.typing': 'Typing',
  'input.clicks': 'Clicks',
  'input.scroll': 'Scrolling',
  'input.clipboard': 'Copied text',
  'input.focus': 'Changes of window',
  'audio.enabled': 'Record sound',
  'audio.engine': 'Speech to text',
  'audio.model': 'Speech model',
  'audio.mode': 'When speech becomes text',
  'audio.endpoint.url': 'Address of a speech service',
  'audio.endpoint.key': 'Key of the speech service',
  'meaning.enabled': 'Search by meaning',
  'assistant.endpoint.url': 'Address of a model that phrases answers',
  'assistant.endpoint.key': 'Key of that model',
  'assistant.model': 'Name of that model',
  'assistant.coverPersonalData': 'Cover personal data sent to that model',
  'retention.text': 'Keep text (days)',
  'retention.pixels': 'Keep pictures (days)',
  'retention.audio': 'Keep sound (days)',
  'retention.input': 'Keep input (days)',
  'retention.maxGb': 'Largest size (GB)',
  'budget.cpuPercent': 'Most CPU (percent)',
  'budget.diskGbPerMonth': 'Most disk in a month (GB)',
  'budget.battery': 'On battery',
  'sync.url': 'Where devices meet',
  'sync.interval': 'Seconds between rounds of sync',
  'sync.textOnly': 'Sync text only',
  'sync.onDemand': 'Sync pictures when asked for',
  'sync.wifiOnly': 'Sync on Wi-Fi only',
  'sync.bandwidthLimit': 'Limit of sync',
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
