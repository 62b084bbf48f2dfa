/** Which section a setting belongs to, by its key. What nobody thought of is still shown, under Advanced. */
import { t } from '../language/message.ts';

export const SECTIONS = [
  { id: 'privacy', label: t('Privacy') },
  { id: 'recording', label: t('Recording') },
  { id: 'text', label: t('Text and speech') },
  { id: 'storage', label: t('Storage') },
  { id: 'access', label: t('Access') },
  { id: 'appearance', label: t('Appearance') },
  { id: 'advanced', label: t('Advanced') },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];

const RULES: readonly (readonly [RegExp, SectionId])[] = [
  [/ignore|typing|pii|redact|exclude|ownPage/i, 'privacy'],
  [/engine|language|ocr|model|vad|speaker|transcri|endpoint|^meaning|^assistant/i, 'text'],
  [
    /^(storage|retention|budget|compaction|media)|dataDir|quality|keep|^(encrypt|keyring|passphraseFile)$/i,
    'storage',
  ],
  [/^(host|port|accessToken|allowedOrigins|allowOtherUsers)|token/i, 'access'],
  [/^(tray|shortcuts)$/, 'appearance'],
  [/^(vision|audio|input|capture|replay)/, 'recording'],
];

export function sectionOf(key: string): SectionId {
  return RULES.find(([pattern]) => pattern.test(key))?.[1] ?? 'advanced';
}
