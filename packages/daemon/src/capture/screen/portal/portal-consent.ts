/**
 * Asks a person once whether the screen may be seen, through the ScreenCast portal, and remembers the answer. A no, a dialogue that
 * nobody answers and the stop button of the desktop all hold until the person asks for capture again: nobody is asked in a loop.
 */
import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import { canReadCasts, type Environment } from './cast-stream.ts';
import { askForCast, type Cast, type CastAnswer } from './portal-cast.ts';

/** With a token the portal answers at once; a person takes longer, and the status says meanwhile what is waited for. */
const ANSWERS_WITHIN_MS = 5_000;
/** Whoever wants capture asks every few seconds. */
const FETCHED_WITHIN_MS = 20_000;

const NO_READER =
  'GStreamer with its PipeWire part is missing, by which the screen of this Wayland desktop is seen: run "apt-get install -y gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-pipewire"';
const NO_PORTAL =
  'no ScreenCast portal answers, by which the screen of this Wayland desktop is seen: run "apt-get install -y pipewire wireplumber xdg-desktop-portal" and the portal of your desktop, such as xdg-desktop-portal-gnome, then log in again';
const ASKING =
  'the desktop asks you whether the screen may be shared: choose the screens in its dialogue and allow it';
const ASK_AGAIN = 'run "curl -X POST http://127.0.0.1:3030/vision/start" to be asked again';
const REFUSED = `sharing the screen was refused in the dialogue of the desktop; ${ASK_AGAIN}`;
const STOPPED = `sharing the screen was stopped on the desktop; ${ASK_AGAIN}`;

const MISSING: CastAnswer = { kind: 'missing' };

export type Consent =
  | { readonly kind: 'given'; readonly cast: Cast }
  | { readonly kind: 'permission_denied' | 'unavailable'; readonly message: string };

export interface PortalConsent {
  /** `mayAsk` is true when the person has just asked for capture: then an earlier no does not count. */
  get(mayAsk: boolean): Promise<Consent>;
}

export function portalConsent(options: {
  sessionBusAddress: string;
  env: Environment;
  /** Where the token is kept; without it the person is asked at every start. */
  tokenFile: string | undefined;
  answersWithinMs?: number;
  fetchedWithinMs?: number;
}): PortalConsent {
  const { sessionBusAddress, env, tokenFile, answersWithinMs = ANSWERS_WITHIN_MS } = options;
  let denial: string | undefined;
  let asking: Promise<CastAnswer> | undefined;

  function begin(): Promise<CastAnswer> {
    const answer = askForCast(sessionBusAddress, readToken(tokenFile));
    // Whoever waits for it deals with it; it may fail when nobody does any more.
    answer.then((given) => letGoLater(answer, given)).catch(() => {});
    return answer;
  }

  /** Capture may have been stopped while the person thought about it: then nobody looks at the screen, and nobody may seem to. */
  function letGoLater(answer: Promise<CastAnswer>, given: CastAnswer): void {
    if (given.kind !== 'cast') return;
    setTimeout(() => {
      if (asking !== answer) return;
      asking = undefined;
      keepToken(tokenFile, given.cast.restoreToken);
      given.cast.close();
    }, options.fetchedWithinMs ?? FETCHED_WITHIN_MS).unref();
  }

  function settle(answer: CastAnswer): Consent {
    asking = undefined;
    if (answer.kind === 'missing') return { kind: 'unavailable', message: NO_PORTAL };
    if (answer.kind === 'refused') {
      denial = REFUSED;
      return { kind: 'permission_denied', message: REFUSED };
    }
    const { cast } = answer;
    keepToken(tokenFile, cast.restoreToken);
    cast.closed
      .then((why) => {
        if (why === 'stopped') denial = STOPPED;
      })
      .catch(() => {});
    return { kind: 'given', cast };
  }

  return {
    async get(mayAsk) {
      if (mayAsk) denial = undefined;
      if (denial !== undefined) return { kind: 'permission_denied', message: denial };
      if (asking === undefined && !(await canReadCasts(env))) {
        return { kind: 'unavailable', message: NO_READER };
      }
      asking ??= begin();
      const missing = asking.catch(() => MISSING);
      const answer = await Promise.race([missing, later(answersWithinMs)]);
      if (answer === 'later') return { kind: 'permission_denied', message: ASKING };
      return settle(answer);
    },
  };
}

function later(ms: number): Promise<'later'> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, 'later').unref();
  });
}

function keepToken(file: string | undefined, token: string | undefined): void {
  if (file === undefined || token === undefined) return;
  try {
    writeFileAtomically(file, token);
  } catch {
    // The screen may be seen all the same; the next start asks again.
  }
}

function readToken(file: string | undefined): string | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file, 'utf8');
  } catch {
    // It is the first time.
    return undefined;
  }
}
