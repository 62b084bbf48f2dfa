/** What a person chooses before anything is recorded, read from the settings and turned back into changes of them. */
import type { Setting, SettingValue } from '../data/settings/settings.ts';
import { t } from '../language/message.ts';

export type Typing = 'off' | 'count' | 'text';
export type Encryption = 'off' | 'passphrase' | 'keyring';

export type Screen = 'off' | 'text' | 'pictures';

export interface Choices {
  screen: Screen;
  sound: boolean;
  typing: Typing;
  /** Separated by commas, as typed. */
  apps: string;
  sites: string;
  /** Days, or `forever`. */
  keep: string;
  encryption: Encryption;
  passphrase: string;
  again: string;
  startAtLogin: boolean;
}

export const KEEP_CHOICES: readonly { value: string; label: string }[] = [
  { value: 'forever', label: t('Forever') },
  { value: '365', label: t('1 year') },
  { value: '90', label: t('90 days') },
  { value: '30', label: t('30 days') },
];

/** The setting behind each choice. */
export const KEYS = {
  screen: 'vision.enabled',
  pictures: 'vision.pictures',
  sound: 'audio.enabled',
  typing: 'input.typing',
  apps: 'vision.ignoredApps',
  sites: 'vision.ignoredUrls',
  keep: 'retention.text',
} as const;

const LEAST_PASSPHRASE = 8;

export function choicesFrom(settings: readonly Setting[], startsAtLogin: boolean): Choices {
  const value = (key: string) => settings.find((one) => one.key === key)?.value;
  const words = (key: string) => [value(key) ?? []].flat().join(', ');
  return {
    screen: screenFrom(value(KEYS.screen), value(KEYS.pictures)),
    sound: value(KEYS.sound) !== false,
    typing: (value(KEYS.typing) as Typing | undefined) ?? 'count',
    apps: words(KEYS.apps),
    sites: words(KEYS.sites),
    keep: String(value(KEYS.keep) ?? 'forever'),
    encryption: 'off',
    passphrase: '',
    again: '',
    startAtLogin: startsAtLogin,
  };
}

function screenFrom(isEnabled: unknown, pictures: unknown): Screen {
  if (isEnabled === false) return 'off';
  return pictures === 'off' ? 'text' : 'pictures';
}

/** Only what differs from the settings of now, and nothing that the environment or an argument decides. */
export function changesOf(
  choices: Choices,
  settings: readonly Setting[],
): Record<string, SettingValue> {
  const wanted: Record<string, SettingValue> = {
    [KEYS.screen]: choices.screen !== 'off',
    [KEYS.pictures]: choices.screen === 'text' ? 'off' : 'on',
    [KEYS.sound]: choices.sound,
    [KEYS.typing]: choices.typing,
    [KEYS.apps]: wordsIn(choices.apps),
    [KEYS.sites]: wordsIn(choices.sites),
    [KEYS.keep]: choices.keep,
  };
  const changed = Object.entries(wanted).filter(([key, value]) => {
    const setting = settings.find((one) => one.key === key);
    return setting && !setting.read_only && JSON.stringify(setting.value) !== JSON.stringify(value);
  });
  return Object.fromEntries(changed);
}

/** Why it cannot start like this; undefined when it can. */
export function problemOf({ encryption, passphrase, again }: Choices): string | undefined {
  if (encryption !== 'passphrase') return undefined;
  if (passphrase.length < LEAST_PASSPHRASE)
    return t('The passphrase needs at least {count, number} characters.', {
      count: LEAST_PASSPHRASE,
    });
  return passphrase === again ? undefined : t('The two passphrases are not the same.');
}

function wordsIn(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}
