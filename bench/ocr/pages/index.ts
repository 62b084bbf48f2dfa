/** The kinds of screen in the corpus. Each returns the HTML of a full 1080p screen in the given look. */
import type { Look } from '../look.ts';
import type { Prose } from '../prose.ts';
import { bubbles, call, chat } from './chat.ts';
import { code, ide } from './code.ts';
import { article, gallery, overPhoto, windows } from './documents.ts';
import { dashboard, settings } from './panels.ts';
import { calendar, kanban } from './planner.ts';
import { ledger, menu, sheet, table } from './tables.ts';
import { shell, terminal } from './terminal.ts';

export type PageKind = (text: Prose, look: Look) => string;

/** Shown light and dark. */
export const COMMON_KINDS = {
  code,
  chat,
  article,
  table,
  terminal,
  settings,
  dashboard,
  windows,
  gallery,
  overPhoto,
} satisfies Record<string, PageKind>;

/** What is common in applications and hard for a line finder. */
export const APP_KINDS = {
  calendar,
  call,
  sheet,
  ledger,
  shell,
  menu,
  kanban,
  bubbles,
  ide,
} satisfies Record<string, PageKind>;

export const PAGE_KINDS = { ...COMMON_KINDS, ...APP_KINDS };
