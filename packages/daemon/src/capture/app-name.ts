/** Turns the technical name of a program (`google-chrome`, `org.gnome.Nautilus`) into the one a person would say. */

// Only names that the rules below would get wrong.
const KNOWN: Readonly<Record<string, string>> = {
  'brave-browser': 'Brave',
  code: 'Visual Studio Code',
  'code-oss': 'Visual Studio Code',
  'firefox-esr': 'Firefox',
  'gimp-2.10': 'GIMP',
  gl: 'mpv',
  'google-chrome': 'Google Chrome',
  'google-chrome-beta': 'Google Chrome',
  keepassxc: 'KeePassXC',
  'libreoffice-calc': 'LibreOffice Calc',
  'libreoffice-impress': 'LibreOffice Impress',
  'libreoffice-writer': 'LibreOffice Writer',
  'microsoft-edge': 'Microsoft Edge',
  navigator: 'Firefox',
  'org.keepassxc.keepassxc': 'KeePassXC',
  'telegram-desktop': 'Telegram',
  telegramdesktop: 'Telegram',
  vlc: 'VLC',
  xterm: 'XTerm',
};
const REVERSE_DOMAIN = /^(?:[a-z][\w-]*\.){2,}([A-Za-z][\w-]*)$/;

export function appName(className: string): string {
  const known = KNOWN[className.toLowerCase()];
  if (known !== undefined) return known;
  const own = REVERSE_DOMAIN.exec(className)?.[1] ?? className;
  // A name with a capital in it was chosen by its makers; one without is a file name.
  if (own !== own.toLowerCase()) return own;
  return own
    .split(/[-_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
