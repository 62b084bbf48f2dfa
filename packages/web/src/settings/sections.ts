/** Which section a setting belongs to, by its key. What nobody thought of is still shown, under Advanced. */

export const SECTIONS = [
  { id: 'privacy', label: 'Privacy' },
  { id: 'recording', label: 'Recording' },
  { id: 'text', label: 'Text and speech' },
  { id: 'storage', label: 'Storage' },
  { id: 'access', label: 'Access' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'advanced', label: 'Advanced' },
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
