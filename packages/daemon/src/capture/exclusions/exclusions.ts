/**
 * Decides what must not be remembered: windows of ignored programs, titles and addresses, password managers, private browsing and
 * the page of this service itself.
 * An excluded window is kept out even when it is only seen next to the one in use: its visible part is painted over, or the whole
 * picture is given up when little else is on it. Pure: it is asked with facts and answers with a decision.
 */
import type { AccessibleWindow, Pixels, Rect, WindowInfo } from '#core/observation.ts';
import { areaOf, intersection } from '../rectangles.ts';
import { visiblePart } from '../visible-part.ts';
import {
  isBrowser,
  isPrivateWindow,
  isSecretTitle,
  marksPrivateTitles,
  SECRET_APPS,
} from './exclusion-defaults.ts';
import { isOwnPage, isOwnPageAskedFor } from './own-page.ts';

/** What a person asked to keep out, in addition to the built-in list. */
export interface ExclusionSettings {
  /** Parts of program names, any case. */
  readonly ignoredApps: readonly string[];
  /** Parts of window titles, any case. */
  readonly ignoredWindows: readonly string[];
  /** Parts of addresses, any case: `bank.example`, `example.com/private`. */
  readonly ignoredUrls: readonly string[];
  /** Private browsing; on unless a person wants it remembered. */
  readonly isPrivateBrowsingIgnored: boolean;
  /**
   * Browsers that mark private windows only for assistive technology, as Chromium does, and tell it nothing because they were
   * started before it was on. On unless a person would rather have such a browser remembered, private windows and all.
   */
  readonly areSilentBrowsersIgnored: boolean;
  /** Pages of this service, which answers at this port; undefined when a person wants them remembered. */
  readonly ownPage?: { readonly port: number | undefined } | undefined;
}

export type Exclusion =
  | 'app'
  | 'window'
  | 'url'
  | 'private_browsing'
  | 'silent_browser'
  | 'own_page'
  | 'unknown_url';

/** About one picture. Rectangles are on the desktop, like those of the windows. */
export type FrameDecision =
  | { readonly kind: 'keep'; readonly masks: readonly Rect[] }
  | { readonly kind: 'skip'; readonly because: Exclusion };

const UNDESCRIBED: ReadonlySet<Exclusion> = new Set(['silent_browser', 'unknown_url']);
// When less than this share of a monitor remains, a picture shows nothing but where the excluded window was.
const WORTH_KEEPING = 0.25;

export interface Exclusions {
  /** Why this window is kept out; undefined when it is not. */
  reasonFor(window: WindowInfo): Exclusion | undefined;
  /** The same for one whose text was read: an address bar says more than a page that is loading. */
  reasonWithText(window: WindowInfo, text: AccessibleWindow | undefined): Exclusion | undefined;
  /** The same for one among others: a menu of the window in use shows what that window holds. */
  reasonBeside(window: WindowInfo, active: WindowInfo | undefined): Exclusion | undefined;
  /** Whether addresses are among what is kept out. */
  readonly areUrlsJudged: boolean;
  /** Whether the address and the accessible name of this window must be known before `reasonFor` can be trusted. */
  needsDescription(window: WindowInfo): boolean;
  /** Whether this window is kept out only because it does not say what it is. */
  isUndescribed(window: WindowInfo): boolean;
  /** `windows` are all that are on screen, topmost first; `active` the one with the keyboard. */
  decide(
    monitor: Rect,
    windows: readonly WindowInfo[],
    active: WindowInfo | undefined,
  ): FrameDecision;
}

export function exclusionsFrom(settings: ExclusionSettings): Exclusions {
  const apps = settings.ignoredApps.map(foldName).filter(Boolean);
  const titles = settings.ignoredWindows.map(fold).filter(Boolean);
  const urls = settings.ignoredUrls.map(fold).filter(Boolean);
  const secretApps = new Set(SECRET_APPS.map(foldName));

  function reasonFor(window: WindowInfo): Exclusion | undefined {
    const names = [foldName(window.app), foldName(window.className)];
    if (names.some((name) => secretApps.has(name) || apps.some((part) => name.includes(part)))) {
      return 'app';
    }
    if (isSecretTitle(window.title)) return 'app';
    const title = `${fold(window.title)}\n${fold(window.accessibleName ?? '')}`;
    if (titles.some((part) => title.includes(part))) return 'window';
    if (settings.ownPage && isOwnPage(window, settings.ownPage.port)) return 'own_page';
    return reasonByPrivacy(window) ?? reasonByUrl(window);
  }

  function reasonByPrivacy(window: WindowInfo): Exclusion | undefined {
    if (!settings.isPrivateBrowsingIgnored) return undefined;
    if (isPrivateWindow(window)) return 'private_browsing';
    if (!settings.areSilentBrowsersIgnored || window.isPopup) return undefined;
    const isSilent = window.accessibleName === undefined && isBrowser(window);
    return isSilent && !marksPrivateTitles(window) ? 'silent_browser' : undefined;
  }

  function reasonByUrl(window: WindowInfo): Exclusion | undefined {
    if (urls.length === 0 || window.isPopup || !isBrowser(window)) return undefined;
    // A person who names addresses to ignore trusts that they hold: a browser that does not tell where it is stays out.
    if (window.browserUrl === undefined) return 'unknown_url';
    const url = fold(window.browserUrl);
    return urls.some((part) => url.includes(part)) ? 'url' : undefined;
  }

  /** A menu or a list of suggestions says nothing of itself. */
  function reasonBeside(window: WindowInfo, active: WindowInfo | undefined) {
    const isItsOwn = active !== undefined && window.pid !== undefined && window.pid === active.pid;
    return reasonFor(window) ?? (window.isPopup && isItsOwn ? reasonFor(active) : undefined);
  }

  function reasonWithText(window: WindowInfo, text: AccessibleWindow | undefined) {
    const { ownPage } = settings;
    const mayBeOwn = ownPage && text && text.browserUrl === undefined && isBrowser(window);
    const isOwn = mayBeOwn && isOwnPageAskedFor(text.nodes, ownPage.port);
    return reasonFor(window) ?? (isOwn ? 'own_page' : undefined);
  }

  return {
    reasonFor,
    reasonWithText,
    reasonBeside,
    areUrlsJudged: urls.length > 0,
    needsDescription: (window) =>
      !window.isPopup &&
      isBrowser(window) &&
      (urls.length > 0 || settings.isPrivateBrowsingIgnored),
    isUndescribed(window) {
      const reason = reasonFor(window);
      return reason !== undefined && UNDESCRIBED.has(reason);
    },
    decide(monitor, windows, active) {
      const masks: Rect[] = [];
      for (const [index, window] of windows.entries()) {
        const because = reasonBeside(window, active);
        if (because === undefined) continue;
        const seen = visiblePart(window, windows.slice(0, index), monitor);
        if (seen.length === 0) continue;
        if (window.id === active?.id) return { kind: 'skip', because };
        masks.push(...seen);
        const hidden = masks.reduce((sum, rect) => sum + areaOf(rect), 0);
        if (hidden > areaOf(monitor) * (1 - WORTH_KEEPING)) return { kind: 'skip', because };
      }
      return { kind: 'keep', masks };
    },
  };
}

/** As names are compared: without case, and however their accents are written. */
export function fold(text: string): string {
  return text.toLocaleLowerCase().normalize('NFC').trim();
}

/** The same for programs, however their words are joined: `thunderbird-default` is `Thunderbird Default`. */
function foldName(text: string): string {
  return fold(text.replace(/[-_\s]+/g, ' '));
}

const MASK_BYTE = 0;

/** Paints rectangles of the picture black, in place. Parts that lie outside the picture are passed over. */
export function paintOver(pixels: Pixels, areas: readonly Rect[]): void {
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  for (const area of areas) {
    const inside = intersection(area, whole);
    if (inside === undefined) continue;
    for (let y = inside.y; y < inside.y + inside.height; y += 1) {
      const from = (y * pixels.width + inside.x) * 4;
      pixels.data.fill(MASK_BYTE, from, from + inside.width * 4);
    }
  }
}
