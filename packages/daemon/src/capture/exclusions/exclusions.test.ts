import { describe, expect, test } from 'vitest';
import type { Rect, WindowInfo } from '#core/observation.ts';
import { type ExclusionSettings, exclusionsFrom, paintOver } from './exclusions.ts';

const MONITOR: Rect = { x: 0, y: 0, width: 1000, height: 800 };
const nothing: ExclusionSettings = {
  ignoredApps: [],
  ignoredWindows: [],
  ignoredUrls: [],
  isPrivateBrowsingIgnored: true,
  areSilentBrowsersIgnored: false,
};

let nextId = 1;
function windowAt(bounds: Rect, facts: Partial<WindowInfo> = {}): WindowInfo {
  nextId += 1;
  return {
    id: nextId,
    app: 'Mousepad',
    className: 'Mousepad',
    title: 'notes',
    pid: 1,
    bounds,
    isPopup: false,
    isOpaque: true,
    ...facts,
  };
}
const rect = (x: number, y: number, width: number, height: number): Rect => ({
  x,
  y,
  width,
  height,
});
const vault = (bounds: Rect, facts: Partial<WindowInfo> = {}) =>
  windowAt(bounds, { app: 'KeePassXC', className: 'keepassxc', ...facts });

describe('which windows are kept out', () => {
  const builtIn = exclusionsFrom(nothing);
  test.each([
    ['a password manager', { app: 'KeePassXC', className: 'KeePassXC' }],
    ['a password manager by its technical name', { app: 'X', className: 'com.bitwarden.desktop' }],
    ['a prompt for a key', { app: 'Pinentry', className: 'pinentry' }],
    ['a prompt in front of another program', { app: 'Thunderbird', className: 'Pinentry-gtk-2' }],
    ['a prompt of the keyring', { app: 'Gcr-prompter', className: 'Gcr-prompter' }],
    ['a dialog of a password manager', { app: 'KeePassXC', className: 'Helper-dialog' }],
  ])('%s is', (_, facts) => {
    expect(builtIn.reasonFor(windowAt(MONITOR, facts))).toBe('app');
  });

  test.each([
    ['Firefox', 'firefox', 'Start — Mozilla Firefox Private Browsing'],
    ['Firefox', 'firefox', 'Startseite — Mozilla Firefox (Privater Modus)'],
    ['Firefox', 'Navigator', 'Accueil — Mozilla Firefox (Navigation privée)'],
    ['Firefox', 'firefox', '首页 — Mozilla Firefox 隐私浏览'],
    ['Microsoft Edge', 'microsoft-edge', 'News - [InPrivate] - Microsoft Edge'],
    ['Google Chrome', 'google-chrome', 'New Incognito Tab - Google Chrome'],
    ['Chromium', 'Chromium', 'Новая вкладка (Инкогнито)'],
  ])('a private window of %s (%s) titled %j is', (app, className, title) => {
    expect(builtIn.reasonFor(windowAt(MONITOR, { app, className, title }))).toBe(
      'private_browsing',
    );
  });

  test('a private window that says so only to assistive technology is', () => {
    const window = windowAt(MONITOR, {
      app: 'Chromium',
      className: 'Chromium',
      title: 'News - Chromium',
      accessibleName: 'News - Chromium (Incognito)',
    });
    expect(builtIn.reasonFor(window)).toBe('private_browsing');
    const wanted = exclusionsFrom({ ...nothing, isPrivateBrowsingIgnored: false });
    expect(wanted.reasonFor(window)).toBeUndefined();
  });

  test('a text editor with a file about incognito windows is not', () => {
    expect(builtIn.reasonFor(windowAt(MONITOR, { title: 'incognito.txt' }))).toBeUndefined();
  });

  test('an ordinary browser window is not', () => {
    const window = windowAt(MONITOR, { app: 'Firefox', className: 'firefox', title: 'News' });
    expect(builtIn.reasonFor(window)).toBeUndefined();
  });

  test('parts of program names and titles match in any case', () => {
    const own = exclusionsFrom({ ...nothing, ignoredApps: ['SIGNAL'], ignoredWindows: ['Ärzte'] });
    expect(own.reasonFor(windowAt(MONITOR, { app: 'Signal Beta' }))).toBe('app');
    expect(own.reasonFor(windowAt(MONITOR, { title: 'meine ärzte.ods' }))).toBe('window');
    expect(own.reasonFor(windowAt(MONITOR))).toBeUndefined();
  });

  test('an empty entry in a list matches nothing', () => {
    const own = exclusionsFrom({
      ...nothing,
      ignoredApps: [' '],
      ignoredWindows: [''],
      ignoredUrls: [''],
    });
    expect(
      own.reasonFor(windowAt(MONITOR, { app: 'Firefox', className: 'firefox' })),
    ).toBeUndefined();
  });

  test.each([
    ['Vault | Bitwarden Web Vault - Chromium', 'app'],
    ['Passwords.kdbx [Locked] - KeePassXC', 'app'],
    ['1Password — Lock Screen', 'app'],
    ['Password Manager - Chromium', 'app'],
    ['Why KeePassXC is popular - Chromium', undefined],
    ['password-manager.ts - editor', undefined],
  ])('a window titled %j is kept out as %j, whatever program shows it', (title, reason) => {
    expect(builtIn.reasonFor(windowAt(MONITOR, { title }))).toBe(reason);
  });

  test('a program is known by its class too, however the words of its name are joined', () => {
    const own = exclusionsFrom({ ...nothing, ignoredApps: ['Thunderbird Default', 'soffice'] });
    const reasonFor = (app: string, className: string) =>
      own.reasonFor(windowAt(MONITOR, { app, className }));
    expect(reasonFor('Thunderbird', 'thunderbird-default')).toBe('app');
    expect(reasonFor('LibreOffice Calc', 'Soffice')).toBe('app');
    expect(reasonFor('LibreOffice Calc', 'libreoffice-calc')).toBeUndefined();
  });

  test('a dialog that another program shows for a browser is judged as no browser window', () => {
    const careful = exclusionsFrom({
      ...nothing,
      ignoredUrls: ['bank.example'],
      areSilentBrowsersIgnored: true,
    });
    const dialog = { app: 'Chromium', className: 'Xdg-desktop-portal-gtk', title: 'Save' };
    expect(careful.reasonFor(windowAt(MONITOR, dialog))).toBeUndefined();
  });

  test('addresses match in browsers, and a browser that does not tell its address stays out', () => {
    const own = exclusionsFrom({ ...nothing, ignoredUrls: ['bank.example'] });
    const browser = (browserUrl: string | undefined) =>
      windowAt(MONITOR, { app: 'Firefox', className: 'firefox', browserUrl });
    expect(own.reasonFor(browser('https://www.Bank.example/login'))).toBe('url');
    expect(own.reasonFor(browser('https://news.example/'))).toBeUndefined();
    expect(own.reasonFor(browser(undefined))).toBe('unknown_url');
    expect(own.reasonFor(windowAt(MONITOR))).toBeUndefined();
    expect(exclusionsFrom(nothing).reasonFor(browser(undefined))).toBeUndefined();
  });

  test('a browser that reports nothing to assistive technology stays out, unless its titles tell', () => {
    const careful = exclusionsFrom({ ...nothing, areSilentBrowsersIgnored: true });
    const browser = windowAt(MONITOR, { app: 'Chromium', className: 'Chromium' });
    expect(careful.reasonFor(browser)).toBe('silent_browser');
    expect(careful.isUndescribed(browser)).toBe(true);
    expect(careful.reasonFor({ ...browser, accessibleName: 'News - Chromium' })).toBeUndefined();
    expect(careful.reasonFor(windowAt(MONITOR))).toBeUndefined();
    const firefox = windowAt(MONITOR, { app: 'Firefox', className: 'firefox-esr' });
    expect(careful.reasonFor(firefox)).toBeUndefined();
    const title = 'News — Mozilla Firefox Private Browsing';
    expect(careful.reasonFor({ ...firefox, title })).toBe('private_browsing');
    expect(careful.isUndescribed({ ...firefox, title })).toBe(false);
  });

  test('who has private windows remembered, or accepts the risk, has silent browsers too', () => {
    const browser = windowAt(MONITOR, { app: 'Chromium', className: 'Chromium' });
    for (const settings of [
      { areSilentBrowsersIgnored: false },
      { areSilentBrowsersIgnored: true, isPrivateBrowsingIgnored: false },
    ]) {
      expect(exclusionsFrom({ ...nothing, ...settings }).reasonFor(browser)).toBeUndefined();
    }
  });

  test('only browser windows have to be described first', () => {
    expect(builtIn.needsDescription(windowAt(MONITOR))).toBe(false);
    const browser = windowAt(MONITOR, { app: 'Chromium', className: 'Chromium' });
    expect(builtIn.needsDescription(browser)).toBe(true);
    const careless = exclusionsFrom({ ...nothing, isPrivateBrowsingIgnored: false });
    expect(careless.needsDescription(browser)).toBe(false);
  });
});

describe('what happens to a picture', () => {
  const { decide } = exclusionsFrom(nothing);

  test('without excluded windows it is kept whole', () => {
    const editor = windowAt(rect(0, 0, 500, 500));
    expect(decide(MONITOR, [editor], editor)).toEqual({ kind: 'keep', masks: [] });
  });

  test('an excluded window next to the focused one is covered', () => {
    const editor = windowAt(rect(0, 0, 500, 800));
    const secret = vault(rect(600, 100, 300, 300));
    expect(decide(MONITOR, [editor, secret], editor)).toEqual({
      kind: 'keep',
      masks: [rect(600, 100, 300, 300)],
    });
  });

  test('only the part that is seen is covered', () => {
    const editor = windowAt(rect(0, 0, 700, 800));
    const secret = vault(rect(600, 100, 300, 300));
    expect(decide(MONITOR, [editor, secret], editor)).toEqual({
      kind: 'keep',
      masks: [rect(700, 100, 200, 300)],
    });
  });

  test('an excluded window that nobody sees leaves the picture alone', () => {
    const editor = windowAt(rect(0, 0, 1000, 800));
    const secret = vault(rect(600, 100, 300, 300));
    expect(decide(MONITOR, [editor, secret], editor)).toEqual({ kind: 'keep', masks: [] });
  });

  test('a window that may be transparent hides nothing', () => {
    const overlay = windowAt(rect(0, 0, 1000, 800), { isOpaque: false });
    const secret = vault(rect(600, 100, 300, 300));
    expect(decide(MONITOR, [overlay, secret], overlay)).toEqual({
      kind: 'keep',
      masks: [rect(600, 100, 300, 300)],
    });
  });

  test('a menu of an excluded program is covered too', () => {
    const editor = windowAt(rect(0, 0, 1000, 800));
    const menu = vault(rect(10, 10, 50, 90), { isPopup: true });
    expect(decide(MONITOR, [menu, editor], editor)).toEqual({
      kind: 'keep',
      masks: [rect(10, 10, 50, 90)],
    });
  });

  test('a list that drops out of the excluded window in use is covered on the next monitor', () => {
    const secret = vault(rect(-500, 0, 400, 300), { pid: 7 });
    const list = windowAt(rect(-90, 0, 200, 90), { title: '', pid: 7, isPopup: true });
    expect(decide(MONITOR, [list, secret], secret)).toEqual({
      kind: 'keep',
      masks: [rect(0, 0, 110, 90)],
    });
  });

  test('nothing is kept while the excluded window has the keyboard', () => {
    const editor = windowAt(rect(0, 0, 500, 800));
    const secret = vault(rect(600, 100, 300, 300));
    expect(decide(MONITOR, [secret, editor], secret)).toEqual({ kind: 'skip', because: 'app' });
  });

  test('another monitor is kept while the excluded window has the keyboard on this one', () => {
    const secret = vault(rect(1200, 100, 300, 300));
    expect(decide(MONITOR, [secret], secret)).toEqual({ kind: 'keep', masks: [] });
  });

  test('nothing is kept when hardly anything else would be left', () => {
    const editor = windowAt(rect(0, 0, 100, 100));
    const secret = vault(rect(0, 0, 1000, 700));
    expect(decide(MONITOR, [editor, secret], editor)).toEqual({ kind: 'skip', because: 'app' });
  });
});

describe('paintOver', () => {
  test('blackens exactly the area, also where it reaches over the edge', () => {
    const pixels = {
      width: 4,
      height: 3,
      format: 'bgrx',
      data: new Uint8Array(48).fill(9),
    } as const;
    paintOver(pixels, [rect(2, -1, 10, 3), rect(90, 90, 5, 5)]);
    const rows = [0, 1, 2].map((y) => [0, 1, 2, 3].map((x) => pixels.data[(y * 4 + x) * 4] === 0));
    expect(rows).toEqual([
      [false, false, true, true],
      [false, false, true, true],
      [false, false, false, false],
    ]);
  });
});

describe('the page of the service itself', () => {
  const browser = windowAt(MONITOR, { app: 'Chromium', className: 'Chromium' });
  const page = { ...browser, title: 'Search · Hindcast - Chromium', accessibleName: 'Search' };
  const loading = { ...browser, title: 'Untitled - Chromium', accessibleName: 'Untitled' };
  const bar = { role: 'entry', text: '127.0.0.1:3030/app', bounds: page.bounds, depth: 1 };
  const text = { nodes: [{ ...bar, parent: undefined }], browserUrl: undefined };

  test('is kept out where it is known by its title, or by the address bar while it loads', () => {
    const careful = exclusionsFrom({ ...nothing, ownPage: { port: 3030 } });
    expect(careful.reasonFor(page)).toBe('own_page');
    expect(careful.reasonFor(loading)).toBeUndefined();
    expect(careful.reasonWithText(loading, text)).toBe('own_page');
    expect(careful.reasonWithText(loading, { ...text, browserUrl: 'http://a.example/' })).toBe(
      undefined,
    );
  });

  test('is known without asking browsers for addresses, which costs them much', () => {
    const careful = exclusionsFrom({ ...nothing, ownPage: { port: 3030 } });
    expect(careful.areUrlsJudged).toBe(false);
    const curious = { ...nothing, isPrivateBrowsingIgnored: false, ownPage: { port: 3030 } };
    expect(exclusionsFrom(curious).needsDescription(page)).toBe(false);
    expect(exclusionsFrom(curious).reasonFor(page)).toBe('own_page');
  });

  test('is remembered by who wants that', () => {
    const open = exclusionsFrom({ ...nothing, ownPage: undefined });
    expect([open.reasonFor(page), open.reasonWithText(loading, text)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
