/** What a question says besides its matter: when, in which app, on which site, by whom. Each becomes a filter that the person can remove. Pure. */
import { understandTime } from './understand-time.ts';

export const UNDERSTOOD_KINDS = ['time', 'app', 'site', 'person'] as const;
export type UnderstoodKind = (typeof UNDERSTOOD_KINDS)[number];

export type Understood =
  | { kind: 'time'; text: string; startMs: number; endMs: number }
  | { kind: 'app'; text: string; appNames: readonly string[] }
  | { kind: 'site'; text: string; site: string }
  | { kind: 'person'; text: string; name: string; speakerIds: readonly number[] };

/** What there is to be named. */
export interface KnownNames {
  apps: readonly string[];
  sites: readonly string[];
  people: readonly { id: number; name: string }[];
}

export interface Question {
  /** Without what was understood. */
  query: string;
  understood: Understood[];
}

/** What people call programs, and what those are called themselves. */
const KINDS_OF_APPS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    terminal: /term|konsole|kitty|alacritty|console|shell/i,
    browser: /firefox|chrom|safari|edge|brave|opera|vivaldi|browser/i,
    editor: /code|vim|emacs|sublime|editor|jetbrains|idea|zed|kate|gedit/i,
    mail: /mail|outlook|thunderbird|evolution/i,
    email: /mail|outlook|thunderbird|evolution/i,
    chat: /slack|teams|discord|chat|signal|telegram|element|whatsapp/i,
    spreadsheet: /calc|excel|sheets|spreadsheet/i,
    calendar: /calendar/i,
    notes: /notes|obsidian|joplin|notion/i,
  }),
);
const SAYING =
  /\b(?:say|says|said|saying|t(?:ell|old)|mention|mentioned|talk|talked|ask|asked|promise|promised|suggest|suggested|agree|agreed|think|thought|explain|explained|according to)\b/i;

export function understand(
  question: string,
  known: KnownNames,
  options: { nowMs: number; timeZone: string; ignore: readonly UnderstoodKind[] },
): Question {
  const { nowMs, timeZone, ignore } = options;
  const finders: Record<UnderstoodKind, () => Understood | undefined> = {
    time: () => {
      const time = understandTime(question, nowMs, timeZone);
      return time && { kind: 'time', ...time };
    },
    app: () => findApp(question, known.apps),
    site: () => findSite(question, known.sites),
    person: () => findPerson(question, known.people),
  };
  const understood = UNDERSTOOD_KINDS.filter((kind) => !ignore.includes(kind)).flatMap(
    (kind) => finders[kind]() ?? [],
  );
  const rest = understood.reduce((text, { text: part }) => text.replace(part, ' '), question);
  const query = rest.replace(/\s+/g, ' ').trim();
  return { query: query === '' ? question : query, understood };
}

function findApp(question: string, apps: readonly string[]): Understood | undefined {
  for (const { 0: text, 1: name = '' } of named(question)) {
    const wanted = name.toLowerCase();
    const kind = KINDS_OF_APPS.get(wanted);
    const isMeant = (app: string) =>
      app.toLowerCase() === wanted ||
      app
        .toLowerCase()
        .split(/[\s.-]+/)
        .includes(wanted) ||
      kind?.test(app) === true;
    const appNames = wanted.length > 2 ? apps.filter(isMeant) : [];
    if (appNames.length > 0) return { kind: 'app', text, appNames };
  }
  return undefined;
}

function findSite(question: string, sites: readonly string[]): Understood | undefined {
  for (const { 0: text, 1: name = '' } of named(question)) {
    const wanted = name.toLowerCase();
    const site = sites.find((one) => {
      const host = one.toLowerCase().replace(/^www\./, '');
      return (
        host === wanted || (wanted.length > 2 && host.split('.').slice(0, -1).includes(wanted))
      );
    });
    if (site !== undefined) return { kind: 'site', text, site };
  }
  return undefined;
}

/** "in the terminal", "on github.com", "from Slack". */
function named(question: string): RegExpStringIterator<RegExpExecArray> {
  return question.matchAll(
    /\b(?:in|on|at|from|using|inside|with|via)\s+(?:the\s+|my\s+|our\s+)?([\p{L}\d][\p{L}\d.-]*[\p{L}\d])(?:\s+(?:app|window|site|website|page))?/giu,
  );
}

/** Only who is said to have said something: other names are part of the matter. */
function findPerson(question: string, people: KnownNames['people']): Understood | undefined {
  if (!SAYING.test(question)) return undefined;
  for (const { name } of people) {
    const first = name.split(/\s+/)[0] ?? '';
    const text = [name, first].find(
      (one) =>
        one.length > 1 &&
        new RegExp(`(?<![\\p{L}])${escaped(one)}(?![\\p{L}])`, 'iu').test(question),
    );
    if (text === undefined) continue;
    const speakerIds = people.filter((one) => one.name === name).map(({ id }) => id);
    const stands = new RegExp(`(?<![\\p{L}])${escaped(text)}(?![\\p{L}])`, 'iu').exec(question);
    return { kind: 'person', text: stands?.[0] ?? text, name, speakerIds };
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
