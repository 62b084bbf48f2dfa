/**
 * The address of a page as the address bar shows it. Browsers of the Chromium family tell it only when their accessibility tree is
 * built, which makes large pages slow, and Firefox reports it late, so it is read from the picture like other text. Pure.
 */

import type { OcrLine, OcrWord } from '@hindcast/screen-ocr';
import { isBrowser } from '#capture/exclusions/exclusion-defaults.ts';
import type { WindowInfo } from '#core/observation.ts';

/** Below the tabs, above the page; in pixels from the top of the window, for screens of usual and of double density. */
const TOP = 40;
const BOTTOM = 200;

const SCHEME = String.raw`(?:https?:\/\/)?`;
const NAME = String.raw`(?:[a-z0-9-]+\.)+[a-z]{2,}`;
const THIS_MACHINE = String.raw`(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:]+\])`;
const REST = String.raw`(?::\d{1,5})?(?:[/?#]\S*)?`;
const PUBLIC_ADDRESS = new RegExp(`^${SCHEME}${NAME}${REST}$`, 'i');
const LOCAL_ADDRESS = new RegExp(`^${SCHEME}${THIS_MACHINE}${REST}$`, 'i');
/** Tabs and menus name files and versions, which look like the name or number of a machine. */
const FILE_OR_VERSION =
  /^(?:\S+\.(?:c|cpp|cs|css|csv|docx?|gif|go|h|html?|java|jpe?g|js|json|log|md|mp4|odt|pdf|php|png|pptx?|py|rb|rs|sh|sql|svg|toml|ts|tsx|txt|xlsx?|xml|ya?ml|zip)|(?!127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+)$/i;

function isAddress(text: string): boolean {
  return (PUBLIC_ADDRESS.test(text) || LOCAL_ADDRESS.test(text)) && !FILE_OR_VERSION.test(text);
}

/** A bar that is too narrow shows an ellipsis: what stands before it is not the whole last part of the address. */
const CUT_OFF = /[/?#&][^/?#&]*(?:\.{2,}|…)$/;

/** Undefined for other programs, and when no address can be read. The bar leaves out the scheme: `https` unless it is local. */
export function addressOnPicture(
  window: WindowInfo | undefined,
  lines: readonly OcrLine[],
): string | undefined {
  if (window === undefined || window.isPopup || !isBrowser(window)) return undefined;
  const { x, y, width } = window.bounds;
  const isInBar = (word: OcrWord) => {
    const middle = word.y + word.height / 2 - y;
    return middle >= TOP && middle <= BOTTOM && word.x < x + width / 2;
  };
  const words = lines.flatMap((line) => line.words.filter(isInBar));
  const [bar] = words.filter(({ text }) => isAddress(text)).toSorted((a, b) => a.y - b.y);
  if (bar === undefined) return undefined;
  const address = bar.text.replace(CUT_OFF, '');
  if (/^https?:/i.test(address)) return address;
  return `${LOCAL_ADDRESS.test(address) ? 'http' : 'https'}://${address}`;
}
