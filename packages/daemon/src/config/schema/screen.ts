/** What is captured of the screen and of the input. */
import { listOf, oneOf, text, yesNo } from '../kinds.ts';
import { setting } from './setting.ts';

const part = text('texts', /\S/);

export const screenSettings = {
  'vision.enabled': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether the screen is captured.',
    env: 'HINDCAST_VISION_ENABLED',
    flags: [{ name: '--disable-vision', means: false, help: 'Do not capture the screen.' }],
  }),
  'vision.pictures': setting<'on' | 'off'>({
    kind: oneOf(['on', 'off']),
    fallback: 'on',
    meaning:
      'Whether pictures of the screen are kept. Off: only text, windows and events, and no pixels on the disk.',
    env: 'HINDCAST_VISION_PICTURES',
    flags: [{ name: '--no-pictures', means: 'off', help: 'Keep text of the screen, no pictures.' }],
  }),
  'vision.ignoredApps': setting<readonly string[]>({
    kind: listOf(part),
    fallback: [],
    meaning:
      'Programs that are never remembered: parts of their names. Password managers never are.',
    env: 'HINDCAST_VISION_IGNORED_APPS',
    flags: [],
  }),
  'vision.ignoredWindows': setting<readonly string[]>({
    kind: listOf(part),
    fallback: [],
    meaning: 'Windows that are never remembered: parts of their titles.',
    env: 'HINDCAST_VISION_IGNORED_WINDOWS',
    flags: [],
  }),
  'vision.ignoredUrls': setting<readonly string[]>({
    kind: listOf(part),
    fallback: [],
    meaning: 'Pages that are never remembered: parts of their addresses.',
    env: 'HINDCAST_VISION_IGNORED_URLS',
    flags: [],
  }),
  'vision.privateBrowsing': setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning: 'Whether private browsing windows are remembered too.',
    env: 'HINDCAST_VISION_PRIVATE_BROWSING',
    flags: [],
  }),
  'vision.ignoreSilentBrowsers': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether to leave out browsers that do not tell if a window is private.',
    env: 'HINDCAST_VISION_IGNORE_SILENT_BROWSERS',
    flags: [],
  }),
  'vision.rememberOwnPage': setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning: 'Whether browser windows that show the page of Hindcast itself are remembered.',
    env: 'HINDCAST_VISION_REMEMBER_OWN_PAGE',
    flags: [],
  }),
  'vision.compaction': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning:
      'Whether pictures become video when two hours are over, which takes a small part of the space.',
    env: 'HINDCAST_VISION_COMPACTION',
    flags: [],
  }),
  'vision.language': setting<string>({
    kind: text('a language such as eng or deu+eng', /^[a-z_]+(\+[a-z_]+)*$/i),
    fallback: 'eng',
    meaning:
      'Without effect: text on the screen is read in every known script. Accepted for older settings files.',
    env: 'HINDCAST_VISION_LANGUAGE',
    flags: [],
  }),
  'input.typing': setting<'off' | 'count' | 'text'>({
    kind: oneOf(['off', 'count', 'text']),
    fallback: 'count',
    meaning:
      'What is remembered of typing: nothing, how many keys, or the text. Never in password fields.',
    env: 'HINDCAST_INPUT_TYPING',
    flags: [],
  }),
  'input.clicks': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether clicks are remembered.',
    env: 'HINDCAST_INPUT_CLICKS',
    flags: [],
  }),
  'input.scroll': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether scrolling is remembered.',
    env: 'HINDCAST_INPUT_SCROLL',
    flags: [],
  }),
  'input.clipboard': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether copied text is remembered.',
    env: 'HINDCAST_INPUT_CLIPBOARD',
    flags: [],
  }),
  'input.focus': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether changes of window and program are remembered.',
    env: 'HINDCAST_INPUT_FOCUS',
    flags: [],
  }),
} as const;
