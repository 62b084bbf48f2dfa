/** What a person chose about the page itself, kept in the browser. */
import { externalStore, useStore } from './external-store.ts';

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  clock: '24h' | '12h';
  firstDay: 'monday' | 'sunday' | 'saturday';
  density: 'comfortable' | 'compact';
  /** `browser`, or the code of a catalogue. */
  language: string;
  /** Letters without a modifier; off for those who speak or write to their machine (WCAG 2.1.4). */
  singleKeys: boolean;
  hidePersonalData: boolean;
  skipStillTime: boolean;
  /** Whether the model that was set up may phrase answers. */
  isModelAsked: boolean;
  recentSearches: string[];
  welcomeDone: boolean;
}

const KEY = 'hindcast.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  clock: '24h',
  firstDay: 'monday',
  density: 'comfortable',
  language: 'browser',
  singleKeys: true,
  hidePersonalData: false,
  skipStillTime: true,
  isModelAsked: true,
  recentSearches: [],
  welcomeDone: false,
};
const MOST_RECENT = 5;

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as object) };
  } catch {
    // No storage here: the defaults hold.
    return DEFAULTS;
  }
}

const store = externalStore<Preferences>(read());

export const preferences = () => store.get();
export const usePreferences = () => useStore(store);

export function prefer(change: Partial<Preferences>): void {
  const next = { ...store.get(), ...change };
  store.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Full or forbidden: the choice holds for this visit.
  }
  applyLook();
}

export function rememberSearch(text: string): void {
  const query = text.trim();
  if (query === '') return;
  const others = store.get().recentSearches.filter((known) => known !== query);
  prefer({ recentSearches: [query, ...others].slice(0, MOST_RECENT) });
}

const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

function applyLook(): void {
  const { theme, density } = store.get();
  const shown = theme === 'system' ? (dark().matches ? 'dark' : 'light') : theme;
  document.documentElement.dataset.theme = shown;
  document.documentElement.dataset.density = density;
}

/** Once: the system may change its mind at dusk. */
export function followLook(): void {
  applyLook();
  dark().addEventListener('change', applyLook);
}
