/**
 * What nobody wants remembered, without having to say so: password managers, prompts for secrets, and private browsing. Names are
 * compared without case. A person adds to these lists in the settings; the lists here always hold.
 */

import { appName } from '../app-name.ts';

/** Programs, by the name shown to people or by technical name; a whole name, not a part of one. */
export const SECRET_APPS: readonly string[] = [
  '1password',
  'authy',
  'authy desktop',
  'bitwarden',
  'buttercup',
  'com.bitwarden.desktop',
  'dashlane',
  'enpass',
  'gcr-prompter',
  'gnome-keyring-prompt',
  'gnome-passwords',
  'keepass',
  'keepass2',
  'keepassx',
  'keepassxc',
  'keeper password manager',
  'keeperpasswordmanager',
  'keychain access',
  'kgpg',
  'ksshaskpass',
  'kwalletd5',
  'kwalletd6',
  'kwalletmanager',
  'kwalletmanager5',
  'lastpass',
  'lxqt-openssh-askpass',
  'nordpass',
  'org.gnome.seahorse.application',
  'org.gnome.world.secrets',
  'org.keepassxc.keepassxc',
  'passwordsafe',
  'pinentry',
  'pinentry-gnome3',
  'pinentry-gtk-2',
  'pinentry-qt',
  'polkit-gnome-authentication-agent-1',
  'polkit-kde-authentication-agent-1',
  'proton pass',
  'protonpass',
  'pwsafe',
  'roboform',
  'seahorse',
  'secrets',
  'ssh-askpass',
  'ssh-askpass-gnome',
  'x11-ssh-askpass',
];

/**
 * What password managers call themselves in titles, for those that run inside a browser or under their own name. A whole part
 * of a title: `Vault | Bitwarden Web Vault - Chromium` has one, `Why KeePassXC is popular - Chromium` has none.
 */
const SECRET_TITLES: ReadonlySet<string> = new Set([
  '1password',
  'bitwarden',
  'bitwarden password manager',
  'bitwarden web vault',
  'dashlane',
  'enpass',
  'google password manager',
  'keepass',
  'keepass password safe',
  'keepassxc',
  'keeper vault',
  'keeper web vault',
  'lastpass',
  'lastpass vault',
  'my lastpass vault',
  'nordpass',
  'password manager',
  'proton pass',
  'roboform',
  'vaultwarden web',
  'vaultwarden web vault',
]);
const BETWEEN_PARTS = /\s+[-–—|·•]\s+/;

/** Whether the title is that of a password manager. An article with such a heading counts too: rather one frame too few. */
export function isSecretTitle(title: string): boolean {
  return title
    .toLocaleLowerCase()
    .split(BETWEEN_PARTS)
    .some((part) => SECRET_TITLES.has(part.trim()));
}

/** Programs that have private windows; only their titles are searched for the marks below. */
const BROWSERS =
  /chrom(?:e|ium)|firefox|librewolf|waterfox|icecat|mullvad|brave|msedge|microsoft.edge|opera|vivaldi|epiphany|safari|falkon|konqueror|qutebrowser|midori|yandex|floorp|tor.?browser|^(?:edge|navigator|web|zen)$/i;

/** Those that write the mark into the title of a private window, where everyone can read it. */
const MARKS_TITLES =
  /firefox|librewolf|waterfox|icecat|mullvad|floorp|tor.?browser|^(?:navigator|zen)$/i;

/**
 * How browsers mark a private window, in the languages most of them are used in. Firefox writes it behind its own name, Chromium
 * browsers into the name they give to assistive technology, Edge into the title.
 */
const PRIVATE_MARKS: readonly string[] = [
  // Firefox and its relatives
  'private browsing',
  'private window',
  'privater modus',
  'privates fenster',
  'privates surfen',
  'navigation privée',
  'fenêtre privée',
  'navegación privada',
  'ventana privada',
  'navegação privativa',
  'navegação privada',
  'janela privativa',
  'navigazione anonima',
  'finestra anonima',
  'privénavigatie',
  'privévenster',
  'tryb prywatny',
  'prywatne okno',
  'приватный просмотр',
  'приватное окно',
  'приватний перегляд',
  'anonymní prohlížení',
  'privat surfning',
  'privat nettlesing',
  'privat browsing',
  'yksityinen selaus',
  'gizli gezinti',
  'gizli pencere',
  'ιδιωτική περιήγηση',
  'גלישה פרטית',
  'التصفح الخاص',
  'プライベートブラウジング',
  'プライベートウィンドウ',
  '隐私浏览',
  '隐私窗口',
  '隱私瀏覽',
  '隱私視窗',
  '사생활 보호',
  // Chromium and its relatives
  'incognito',
  'inkognito',
  'incógnito',
  'incógnita',
  'navigation en mode incognito',
  'инкогнито',
  'анонім',
  'gizli mod',
  'シークレット',
  '无痕',
  '無痕',
  '시크릿',
  'ανώνυμη περιήγηση',
  'anonyymi',
  'גלישה בסתר',
  'التصفح المتخفي',
  // Edge
  'inprivate',
  // Brave and Tor
  'private with tor',
  'tor browser',
];

/** Whether the window calls itself private. A page whose own title has such a word counts too: rather one frame too few. */
export function isPrivateWindow(window: {
  app: string;
  className: string;
  title: string;
  accessibleName?: string | undefined;
}): boolean {
  if (!isBrowser(window)) return false;
  const names =
    `${window.title}\n${window.accessibleName ?? ''}\n${window.app}`.toLocaleLowerCase();
  return PRIVATE_MARKS.some((mark) => names.includes(mark));
}

/** By its class where it has one: a dialog that another program shows for a browser has the browser's name and is none. */
export function isBrowser({ app, className }: { app: string; className: string }): boolean {
  return BROWSERS.test(className) || BROWSERS.test(className === '' ? app : appName(className));
}

/** Whether a private window of this browser can be known by its title alone. */
export function marksPrivateTitles({ className }: { className: string }): boolean {
  return MARKS_TITLES.test(className);
}
