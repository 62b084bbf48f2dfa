/**
 * The sample day: what was on the screen and when. Mara Ellison, who makes a pocket weather station called Petrel, compares
 * an offer, fixes a test, buys tripods, agrees on a price in a call, and books a train.
 */
import { codePage, editor, terminal } from './code.ts';
import type { Screen } from './look.ts';
import { compose, inbox, mailPage } from './mail.ts';
import * as mails from './messages.ts';
import { calendar, officePage, spreadsheet } from './office.ts';
import {
  BATTERY_TALK,
  CALL_NOTES,
  costs,
  LAUNCH_TALK,
  MORE_LAUNCH_TALK,
  WEEK,
  WEEK_AFTER,
} from './scenes.ts';
import * as sources from './sources.ts';
import { call, callPage, chat, chatPage } from './talk.ts';
import {
  article,
  datasheet,
  recipe,
  train,
  tripodCart,
  tripodOrdered,
  tripodShop,
  weather,
  webPage,
} from './web.ts';

export interface StoryFrame {
  name: string;
  atMin: number;
  trigger: 'app_switch' | 'click' | 'typing_pause' | 'scroll_stop' | 'visual_change' | 'idle';
  screen: Screen;
  html: string;
}

const PAGES: Record<string, (screen: Screen) => string> = {
  'Pigeon Mail': mailPage,
  Inkstone: codePage,
  Terminal: codePage,
  Wayfarer: webPage,
  Gridwork: officePage,
  Almanac: officePage,
  Parley: chatPage,
  Roundtable: callPage,
};

function frame(
  atMin: number,
  name: string,
  trigger: StoryFrame['trigger'],
  screen: Screen,
): StoryFrame {
  const draw = PAGES[screen.app];
  if (draw === undefined) throw new Error(`no look for ${screen.app}`);
  return { name, atMin, trigger, screen, html: draw(screen) };
}

function callFrame(
  atMin: number,
  name: string,
  trigger: StoryFrame['trigger'],
  view: Omit<Parameters<typeof call>[0], 'notes'> & { notes: number },
): StoryFrame {
  return frame(atMin, name, trigger, call({ ...view, notes: CALL_NOTES.slice(0, view.notes) }));
}

function code(
  open: string,
  text: string,
  more: Partial<Parameters<typeof editor>[0]> = {},
): Screen {
  return editor({
    project: 'petrel-firmware',
    files: sources.FILES,
    open,
    tabs: [open, 'src/pressure.ts'],
    code: text,
    ...more,
  });
}

export const FRAMES: readonly StoryFrame[] = [
  frame(0, 'calendar-week', 'app_switch', calendar('This week', WEEK)),
  frame(3, 'mail-budget', 'app_switch', inbox(mails.MORNING, mails.BADGE, 4)),
  frame(5, 'mail-offer', 'click', inbox(mails.MORNING, mails.OFFER, 3)),
  frame(9, 'mail-osaka', 'click', inbox(mails.MORNING, mails.OSAKA, 2)),
  frame(12, 'mail-suzhou', 'click', inbox(mails.MORNING, mails.SUZHOU, 1)),
  frame(
    16,
    'mail-osaka-reply-begun',
    'typing_pause',
    compose({ ...mails.REPLY_OSAKA, body: mails.REPLY_OSAKA_BODY.slice(0, 1).join('') }),
  ),
  frame(
    19,
    'mail-osaka-reply',
    'typing_pause',
    compose({ ...mails.REPLY_OSAKA, body: mails.REPLY_OSAKA_BODY.join('') }),
  ),
  frame(27, 'tests-red', 'app_switch', terminal('~/petrel-firmware', sources.TESTS_RED)),
  frame(
    31,
    'tendency-broken',
    'app_switch',
    code('src/tendency.ts', sources.TENDENCY_BROKEN, { hits: [4, 13, 14], problems: 2 }),
  ),
  frame(
    44,
    'tendency-fixed',
    'typing_pause',
    code('src/tendency.ts', sources.TENDENCY_FIXED, { hits: [5] }),
  ),
  frame(47, 'tests-green', 'app_switch', terminal('~/petrel-firmware', sources.TESTS_GREEN)),
  frame(
    52,
    'chat-battery',
    'app_switch',
    chat('Priya Raman', 'firmware, two doors down', BATTERY_TALK.slice(0, -2)),
  ),
  frame(
    55,
    'chat-battery-more',
    'visual_change',
    chat('Priya Raman', 'firmware, two doors down', BATTERY_TALK, 'Looking it up, one moment'),
  ),
  frame(
    58,
    'battery-code',
    'app_switch',
    code('src/battery.ts', sources.BATTERY, { hits: [2, 3] }),
  ),
  frame(64, 'datasheet-current', 'app_switch', datasheet(1)),
  frame(69, 'datasheet-registers', 'scroll_stop', datasheet(2)),
  frame(78, 'article-glass', 'app_switch', article(1)),
  frame(82, 'article-november', 'scroll_stop', article(2)),
  frame(87, 'article-letters', 'scroll_stop', article(3)),
  frame(101, 'tripod-moss', 'click', tripodShop('Moss', 0)),
  frame(104, 'tripod-basalt', 'click', tripodShop('Basalt', 1)),
  frame(108, 'tripod-cart', 'click', tripodCart()),
  frame(111, 'tripod-ordered', 'click', tripodOrdered()),
  frame(124, 'costs-old', 'app_switch', spreadsheet(costs('12.40', '32 %', '39.25', 'C5'))),
  frame(133, 'costs-total', 'click', spreadsheet(costs('12.40', '32 %', '39.25', 'C13'))),
  frame(151, 'flash', 'app_switch', terminal('~/petrel-firmware', sources.FLASH)),
  frame(178, 'recipe', 'app_switch', recipe()),
  frame(236, 'calendar-before-call', 'app_switch', calendar('This week', WEEK)),
  callFrame(240, 'call-hello', 'app_switch', {
    stage: 'faces',
    notes: 0,
    speaking: 'Jonas Weidel',
  }),
  callFrame(243, 'call-drawing', 'visual_change', {
    stage: 'drawing',
    notes: 1,
    speaking: 'Jonas Weidel',
  }),
  callFrame(247, 'call-wall', 'visual_change', {
    stage: 'drawing',
    notes: 3,
    speaking: 'Mara Ellison',
  }),
  callFrame(252, 'call-prices', 'visual_change', {
    stage: 'prices',
    notes: 3,
    speaking: 'Jonas Weidel',
  }),
  callFrame(256, 'call-agreed', 'visual_change', {
    stage: 'prices',
    notes: 5,
    speaking: 'Mara Ellison',
  }),
  callFrame(261, 'call-dates', 'visual_change', {
    stage: 'drawing',
    notes: 7,
    speaking: 'Jonas Weidel',
  }),
  callFrame(266, 'call-goodbye', 'visual_change', {
    stage: 'faces',
    notes: 7,
    speaking: 'Jonas Weidel',
  }),
  frame(270, 'notes-begun', 'app_switch', code('docs/launch.md', sources.NOTES[0] ?? '')),
  frame(276, 'notes-done', 'typing_pause', code('docs/launch.md', sources.NOTES[1] ?? '')),
  frame(
    283,
    'mail-summary-begun',
    'app_switch',
    compose({ ...mails.SUMMARY, body: mails.SUMMARY_BODY.slice(0, 2).join('') }),
  ),
  frame(
    288,
    'mail-summary',
    'typing_pause',
    compose({ ...mails.SUMMARY, body: mails.SUMMARY_BODY.join('') }),
  ),
  frame(296, 'costs-new', 'app_switch', spreadsheet(costs('11.80', '31 %', '38.65', 'C5'))),
  frame(311, 'train-results', 'app_switch', train('results')),
  frame(316, 'train-booked', 'click', train('booked')),
  frame(334, 'export', 'app_switch', terminal('~/readings', sources.EXPORT)),
  frame(
    346,
    'chat-launch',
    'app_switch',
    chat('petrel-launch', 'Everything until the first box leaves', LAUNCH_TALK),
  ),
  frame(
    352,
    'chat-launch-more',
    'visual_change',
    chat('petrel-launch', 'Everything until the first box leaves', [
      ...LAUNCH_TALK,
      ...MORE_LAUNCH_TALK,
    ]),
  ),
  frame(371, 'article-again', 'app_switch', article(3)),
  frame(388, 'weather', 'app_switch', weather()),
  frame(405, 'calendar-after', 'click', calendar('This week', WEEK_AFTER)),
  frame(452, 'mail-tracking', 'app_switch', inbox(mails.EVENING, mails.TRACKING, 1)),
  frame(463, 'release', 'app_switch', terminal('~/petrel-firmware', sources.TAG)),
  frame(480, 'calendar-evening', 'idle', calendar('This week', WEEK_AFTER)),
];
