/**
 * Finds the nodes of a window that have a certain role and state. Programs with the Collection interface (GTK 3, browsers) answer
 * in one question; for the others (Qt, GTK 4) the tree is walked, level by level, down to a limit.
 */
import { ACCESSIBLE, type AtspiBus, type Ref } from './atspi-bus.ts';
import { bitSet } from './atspi-roles.ts';

const COLLECTION = 'org.a11y.atspi.Collection';
const MATCH_ALL = 1;
const MATCH_ANY = 2;
const CANONICAL_ORDER = 1;
const RULE = '(aiia{ss}iaiiasib)uib';
// A window of a mail program has about a thousand nodes; walking more takes longer than anyone waits.
const WALK_LIMIT = 1_000;

export interface Wanted {
  /** Any of these; all roles when empty. */
  readonly roles: ReadonlySet<number>;
  readonly state: number;
}

/** In document order. */
export async function findNodes(bus: AtspiBus, window: Ref, wanted: Wanted): Promise<Ref[]> {
  try {
    return await match(bus, window, wanted);
  } catch (error) {
    if (!lacksInterface(error)) throw error;
    return walk(bus, window, wanted);
  }
}

async function match(bus: AtspiBus, window: Ref, { roles, state }: Wanted): Promise<Ref[]> {
  const rule = [
    bitSet([state], 2),
    MATCH_ALL,
    {},
    MATCH_ALL,
    bitSet(roles, 4),
    roles.size === 0 ? MATCH_ALL : MATCH_ANY,
    [],
    MATCH_ALL,
    false,
  ];
  const body = [rule, CANONICAL_ORDER, 0, true];
  const [found] = await bus.call(window, COLLECTION, 'GetMatches', RULE, body);
  return found as Ref[];
}

function lacksInterface(error: unknown): boolean {
  const type = error instanceof Error && 'type' in error ? String(error.type) : '';
  return /\.Unknown(Method|Interface|Object)$|\.NotSupported$/.test(type);
}

interface Walked {
  readonly ref: Ref;
  readonly isWanted: boolean;
  children: Walked[];
}

/** What is not showing has nothing below it that is, so whole branches are left out. */
async function walk(bus: AtspiBus, window: Ref, wanted: Wanted): Promise<Ref[]> {
  const root: Walked = { ref: window, isWanted: false, children: [] };
  let level = [root];
  let seen = 0;
  while (level.length > 0 && seen < WALK_LIMIT) {
    await Promise.all(
      level.map(async (node) => {
        node.children = await childrenOf(bus, node.ref, wanted);
      }),
    );
    level = level.flatMap(({ children }) => children);
    seen += level.length;
  }
  return inOrder(root);
}

function inOrder({ ref, isWanted, children }: Walked): Ref[] {
  return [...(isWanted ? [ref] : []), ...children.flatMap(inOrder)];
}

const SHOWING_BIT = 1 << 25;

async function childrenOf(bus: AtspiBus, parent: Ref, wanted: Wanted): Promise<Walked[]> {
  const [refs] = (await bus.call(parent, ACCESSIBLE, 'GetChildren')) as [Ref[]];
  const children = await Promise.all(
    refs.map(async (ref): Promise<Walked | undefined> => {
      const [[states], [role]] = (await Promise.all([
        bus.call(ref, ACCESSIBLE, 'GetState'),
        bus.call(ref, ACCESSIBLE, 'GetRole'),
      ])) as [[number[]], [number]];
      if (((states[0] ?? 0) & SHOWING_BIT) === 0) return undefined;
      const hasState = ((states[wanted.state >> 5] ?? 0) & (1 << (wanted.state & 31))) !== 0;
      const hasRole = wanted.roles.size === 0 || wanted.roles.has(role);
      return { ref, isWanted: hasState && hasRole, children: [] };
    }),
  );
  return children.filter((child) => child !== undefined);
}
