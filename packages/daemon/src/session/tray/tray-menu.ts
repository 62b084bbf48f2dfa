/** The menu of the tray as data: what is in it in which state, and what each line does. `dbus-menu.ts` shows it to panels. */
import type { TrayState } from './tray-state.ts';

export type TrayAction =
  | 'open'
  | 'search'
  | 'pause-5'
  | 'pause-60'
  | 'pause-tomorrow'
  | 'resume'
  | 'forget'
  | 'recorded'
  | 'settings'
  | 'quit';

export interface MenuLine {
  readonly id: number;
  /** Absent for a line between groups. */
  readonly label?: string;
  /** Absent for what only says something. */
  readonly action?: TrayAction;
  readonly children?: readonly MenuLine[];
}

/** Ids are those of the lines, whatever the state: panels remember them. */
export function trayMenu(state: TrayState): readonly MenuLine[] {
  // Everything that changes something is refused by a store that is locked, and by a service that does not answer.
  const isOpen = state.kind !== 'locked' && state.kind !== 'unreachable';
  const canPause = isOpen && state.kind !== 'waiting' && state.kind !== 'sample';
  const pauses: readonly MenuLine[] = [
    { id: 5, label: 'Pause for 5 minutes', action: 'pause-5' },
    { id: 6, label: 'Pause for 1 hour', action: 'pause-60' },
    { id: 7, label: 'Pause until tomorrow', action: 'pause-tomorrow' },
  ];
  const forget: MenuLine = {
    id: 9,
    label: 'Forget the last 10 minutes',
    // The second step keeps a slip of the hand from deleting something.
    children: [{ id: 10, label: 'Forget them for good', action: 'forget' }],
  };
  return [
    { id: 1, label: `${state.title}: ${state.sentence}` },
    { id: 2 },
    { id: 3, label: 'Open Hindcast', action: 'open' },
    { id: 4, label: 'Search…', action: 'search' },
    { id: 20 },
    ...(canPause && !state.isPaused ? pauses : []),
    ...(state.isPaused ? [{ id: 8, label: 'Resume', action: 'resume' as const }] : []),
    ...(isOpen ? [forget, { id: 21 }] : []),
    { id: 11, label: 'What is recorded', action: 'recorded' },
    { id: 12, label: 'Settings', action: 'settings' },
    { id: 22 },
    { id: 13, label: 'Quit', action: 'quit' },
  ];
}

/** Undefined for an unknown line, and for one that does nothing. */
export function actionOf(lines: readonly MenuLine[], id: number): TrayAction | undefined {
  for (const line of lines) {
    const found = line.id === id ? line.action : actionOf(line.children ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}
