/** Turns the technical name of a program (`google-chrome`, `org.gnome.Nautilus`) into the one a person would say. */
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';

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
  'libreoffice-base': 'LibreOffice Base',
  'libreoffice-calc': 'LibreOffice Calc',
  'libreoffice-draw': 'LibreOffice Draw',
  'libreoffice-impress': 'LibreOffice Impress',
  'libreoffice-math': 'LibreOffice Math',
  'libreoffice-startcenter': 'LibreOffice',
  'libreoffice-writer': 'LibreOffice Writer',
  'microsoft-edge': 'Microsoft Edge',
  navigator: 'Firefox',
  'org.keepassxc.keepassxc': 'KeePassXC',
  soffice: 'LibreOffice',
  'sun-awt-x11-xframepeer': 'Java',
  'telegram-desktop': 'Telegram',
  telegramdesktop: 'Telegram',
  'thunderbird-default': 'Thunderbird',
  'thunderbird-esr': 'Thunderbird',
  vlc: 'VLC',
  xterm: 'XTerm',
};
const REVERSE_DOMAIN = /^(?:[a-z][\w-]*\.){2,}([A-Za-z][\w-]*)$/;
// Java writes the name of its main class with dashes; `Main` would name no program.
const JAVA_CLASS = /^(?:[a-z]\w*-){2,}(?!Main$)([A-Z]\w*)$/;

/** `pid` is read only when the class names no program. */
export function appName(className: string, pid?: number): string {
  // Toolkits take their class from the first argument, which for `python3 -c …` is the option.
  const technical = className.startsWith('-') ? withoutVersion(programFile(pid)) : className;
  const known = KNOWN[technical.toLowerCase()];
  if (known !== undefined) return known;
  const own = (REVERSE_DOMAIN.exec(technical) ?? JAVA_CLASS.exec(technical))?.[1] ?? technical;
  // A name with a capital in it was chosen by its makers; one without is a file name.
  if (own !== own.toLowerCase()) return own;
  return own
    .split(/[-_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** The name of the file that a process runs; empty when the process has ended or belongs to another user. */
export function programFile(pid: number | undefined): string {
  if (pid === undefined) return '';
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
  } catch {
    // Callers treat such a window as one that names no program.
    return '';
  }
}

/** `python3.11` is Python. */
function withoutVersion(file: string): string {
  return file.replace(/[\d.]+$/, '');
}
