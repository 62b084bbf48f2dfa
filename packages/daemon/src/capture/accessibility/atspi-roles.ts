/** Roles and states of AT-SPI by their numbers in the protocol. */

/** In the order of the protocol: the place in the list is the number. */
const ROLE_NAMES =
  `invalid|accelerator label|alert|animation|arrow|calendar|canvas|check box|check menu item|color chooser|column header|combo box|
date editor|desktop icon|desktop frame|dial|dialog|directory pane|drawing area|file chooser|filler|focus traversable|font chooser|
frame|glass pane|html container|icon|image|internal frame|label|layered pane|list|list item|menu|menu bar|menu item|option pane|
page tab|page tab list|panel|password text|popup menu|progress bar|push button|radio button|radio menu item|root pane|row header|
scroll bar|scroll pane|separator|slider|spin button|split pane|status bar|table|table cell|table column header|table row header|
tearoff menu item|terminal|text|toggle button|tool bar|tool tip|tree|tree table|unknown|viewport|window|extended|header|footer|
paragraph|ruler|application|autocomplete|editbar|embedded|entry|chart|caption|document frame|heading|page|section|redundant object|
form|link|input method window|table row|tree item|document spreadsheet|document presentation|document text|document web|
document email|comment|list box|grouping|image map|notification|info bar|level bar|title bar|block quote|audio|video|definition|
article|landmark|log|marquee|math|rating|timer|static|math fraction|math root|subscript|superscript|description list|
description term|description value|footnote|content deletion|content insertion|mark|suggestion|push button menu|switch`
    .replaceAll('\n', '')
    .split('|');

export const ROLE = {
  comboBox: ROLE_NAMES.indexOf('combo box'),
  passwordText: ROLE_NAMES.indexOf('password text'),
  spinButton: ROLE_NAMES.indexOf('spin button'),
  terminal: ROLE_NAMES.indexOf('terminal'),
  text: ROLE_NAMES.indexOf('text'),
  entry: ROLE_NAMES.indexOf('entry'),
  documentFrame: ROLE_NAMES.indexOf('document frame'),
  documentWeb: ROLE_NAMES.indexOf('document web'),
} as const;

/** Pages of a browser. */
export const DOCUMENT_ROLES: ReadonlySet<number> = new Set([ROLE.documentWeb, ROLE.documentFrame]);

/** Fields that show a hint as long as nothing is in them. */
export const FIELD_ROLES: ReadonlySet<number> = new Set([
  ROLE.comboBox,
  ROLE.passwordText,
  ROLE.spinButton,
  ROLE.text,
  ROLE.entry,
]);

/** Fields that scroll: what they hold and what they show differ. */
export const SCROLLING_ROLES: ReadonlySet<number> = new Set([ROLE.text, ROLE.terminal]);

export function roleName(role: number): string {
  return ROLE_NAMES[role] ?? 'unknown';
}

const STATE_BIT = { focused: 12, showing: 25, visible: 30, managesDescendants: 31 } as const;

/** The states of a node, from the words of its bit set. */
export function statesOf([word = 0]: readonly number[]) {
  const has = (bit: number) => (word & (1 << bit)) !== 0;
  return {
    isFocused: has(STATE_BIT.focused),
    /** Items of closed menus keep one of the two. */
    isShown: has(STATE_BIT.showing) && has(STATE_BIT.visible),
    /** It makes its children only when somebody asks for them: a sheet has billions. */
    managesDescendants: has(STATE_BIT.managesDescendants),
  };
}

export type NodeStates = ReturnType<typeof statesOf>;
