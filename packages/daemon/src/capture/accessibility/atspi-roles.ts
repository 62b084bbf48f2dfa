/** The roles of AT-SPI that carry text a person reads, by their numbers in the protocol, and the state bits we ask about. */

export const ROLE = {
  checkBox: 7,
  checkMenuItem: 8,
  columnHeader: 10,
  comboBox: 11,
  label: 29,
  listItem: 32,
  menu: 33,
  menuItem: 35,
  pageTab: 37,
  passwordText: 40,
  pushButton: 43,
  radioButton: 44,
  radioMenuItem: 45,
  rowHeader: 47,
  spinButton: 52,
  statusBar: 54,
  tableCell: 56,
  tableColumnHeader: 57,
  terminal: 60,
  text: 61,
  toggleButton: 62,
  toolTip: 64,
  paragraph: 73,
  entry: 79,
  caption: 81,
  documentFrame: 82,
  heading: 83,
  link: 88,
  treeItem: 91,
  documentWeb: 95,
  comment: 97,
  notification: 101,
  blockQuote: 105,
  static: 116,
} as const;

export const DOCUMENT_ROLES: ReadonlySet<number> = new Set<number>([
  ROLE.documentWeb,
  ROLE.documentFrame,
]);
/** Password fields are among them for what empty ones show; they are never asked for their content. */
export const TEXT_ROLES: ReadonlySet<number> = new Set<number>(
  Object.values(ROLE).filter((role) => !DOCUMENT_ROLES.has(role)),
);

/** Fields that show a hint as long as nothing is in them. */
export const FIELD_ROLES: ReadonlySet<number> = new Set<number>([
  ROLE.comboBox,
  ROLE.passwordText,
  ROLE.spinButton,
  ROLE.text,
  ROLE.entry,
]);

/** Fields that scroll: what they hold and what is seen of it differ. */
export const SCROLLING_ROLES: ReadonlySet<number> = new Set<number>([ROLE.text, ROLE.terminal]);

const NAMES = new Map<number, string>(
  Object.entries(ROLE).map(([name, role]) => [
    role,
    // pushButton → push button
    name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  ]),
);

export function roleName(role: number): string {
  return NAMES.get(role) ?? 'unknown';
}

export const STATE = { focused: 12, showing: 25 } as const;

/** Numbers of roles or states as the words of a bit set. */
export function bitSet(numbers: Iterable<number>, words: number): number[] {
  const set = new Array<number>(words).fill(0);
  for (const number of numbers) {
    const word = number >> 5;
    set[word] = (set[word] ?? 0) | (1 << (number & 31));
  }
  return set;
}
