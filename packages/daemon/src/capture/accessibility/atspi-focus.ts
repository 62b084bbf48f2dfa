/**
 * Finds the node of a window that has the keyboard, and remembers when a password field had it. Browsers change the state of a
 * field a moment after the keyboard went there; the event that says so comes in any case.
 */
import type { KeyboardFocus } from '#capture/source.ts';
import {
  ACCESSIBLE,
  type AtspiBus,
  type AtspiCalls,
  type AtspiSignal,
  type Ref,
} from './atspi-bus.ts';
import { DOCUMENT_ROLES, ROLE, roleName } from './atspi-roles.ts';
import type { Space } from './atspi-space.ts';
import { allOf, childrenOf, keyOf, roleAt, type ShownNode, statesAt } from './atspi-walk.ts';
import { boxOf } from './atspi-windows.ts';

const MOST_DEPTH = 40;
/** More windows than a person has open. */
const REMEMBERED = 50;

const FOCUS_EVENTS = ['object:state-changed:focused'];
const FOCUS_RULES = [
  "interface='org.a11y.atspi.Event.Object',member='StateChanged',arg0='focused'",
];

/** `AtspiCalls` bound the number of questions. Remembers the focused node of each window: mostly it still is. */
export function focusFinder(now: () => number) {
  const fields = new Map<string, Ref>();
  /** Until when a password field had the keyboard, by address of its program; without end while it has it. */
  const secretUntilMs = new Map<string, number>();

  function remember(window: Ref, field: Ref): void {
    const [oldest] = fields.keys();
    if (fields.size >= REMEMBERED && oldest !== undefined) fields.delete(oldest);
    fields.set(keyOf(window), field);
  }

  /** The page and the field in it both have the state: the innermost is the one. */
  async function search(calls: AtspiCalls, window: Ref): Promise<Ref | undefined> {
    let innermost: Ref | undefined;
    let level = [window];
    for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
      const nodes = await Promise.all(level.map((ref) => stateWithChildren(calls, ref)));
      const shown = nodes.filter((node) => node !== undefined);
      const focused = shown.find(({ isFocused }) => isFocused);
      innermost = focused?.ref ?? innermost;
      // Focus lies below the focused node or is that node itself.
      level = (focused ? [focused] : shown).flatMap(({ children }) => children);
    }
    return innermost;
  }

  async function describe(
    calls: AtspiCalls,
    ref: Ref,
    space: Space,
  ): Promise<KeyboardFocus | undefined> {
    const [states, role, name, box] = await Promise.all([
      statesAt(calls, ref),
      roleAt(calls, ref),
      calls.property(ref, ACCESSIBLE, 'Name'),
      boxOf(calls, ref, space),
    ]);
    if (!states.isFocused) return undefined;
    if (role === ROLE.passwordText) return { kind: 'secret' };
    // A terminal may ask for a password without saying so; a page may hold the focus for a field in it that was not found.
    if (role === ROLE.terminal || DOCUMENT_ROLES.has(role) || !box) return { kind: 'unknown' };
    const bounds = space.toDesktop(box);
    return { kind: 'element', element: { role: roleName(role), name: String(name ?? ''), bounds } };
  }

  async function heard(bus: AtspiBus, { from, body }: AtspiSignal): Promise<void> {
    const [, hasFocus] = body;
    if (hasFocus !== 1) return;
    const atMs = now();
    // A field that went away before it could be asked may have been a password field.
    const role = await roleAt(bus, from).catch(() => ROLE.passwordText);
    const [program] = from;
    const past = [...secretUntilMs].find(([, untilMs]) => untilMs <= atMs);
    if (secretUntilMs.size >= REMEMBERED && past) secretUntilMs.delete(past[0]);
    if (role === ROLE.passwordText) secretUntilMs.set(program, Number.POSITIVE_INFINITY);
    else if (secretUntilMs.get(program) === Number.POSITIVE_INFINITY)
      secretUntilMs.set(program, atMs);
  }

  return {
    /** Has programs say when the keyboard goes elsewhere. */
    watch: (bus: AtspiBus) =>
      bus.listen(FOCUS_EVENTS, FOCUS_RULES, (signal) => {
        // It does not reject: `heard` has an answer for every failure.
        void heard(bus, signal);
      }),
    wasSecretSince: ([program]: Ref, sinceMs: number) =>
      (secretUntilMs.get(program) ?? Number.NEGATIVE_INFINITY) >= sinceMs,
    async focusIn(calls: AtspiCalls, window: Ref, space: Space): Promise<KeyboardFocus> {
      const before = fields.get(keyOf(window));
      const known = before && (await describe(calls, before, space).catch(() => undefined));
      if (known?.kind === 'element' || known?.kind === 'secret') return known;
      const found = await search(calls, window);
      if (found === undefined) return { kind: 'unknown' };
      remember(window, found);
      return (await describe(calls, found, space)) ?? { kind: 'unknown' };
    },
    /** A tree that was walked for its text reports where the focus was. */
    learn(window: ShownNode): void {
      const focused = allOf(window).findLast(({ isFocused }) => isFocused);
      if (focused !== undefined) remember(window.ref, focused.ref);
    },
  };
}

async function stateWithChildren(calls: AtspiCalls, ref: Ref) {
  const states = await statesAt(calls, ref);
  if (!states.isShown) return undefined;
  const children = await childrenOf(calls, ref, states).catch(() => []);
  return { ref, isFocused: states.isFocused, children };
}
