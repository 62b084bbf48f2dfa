/** What a start prints: where the service answers, where its data is, and what it captures. Called by `main.ts`. */
import type { LoadedConfig } from '#config/load.ts';
import type { captureSides } from '#config/mode.ts';
import type { Config } from '#config/schema.ts';
import { isLoopbackAddress } from '#core/listen.ts';
import type { Agreement } from '../install/agreement.ts';

export function welcomeLines(deps: {
  url: string;
  isLocked: boolean;
  productVersion: string;
  loaded: Pick<LoadedConfig, 'config' | 'mode'>;
  captured: ReturnType<typeof captureSides>;
  agreement: ReturnType<Agreement['state']>;
}): string[] {
  const { url, isLocked, productVersion, captured, agreement } = deps;
  const { config, mode } = deps.loaded;
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  say(`Hindcast ${productVersion} answers on ${url} (description: ${url}/docs)`);
  say(
    isLoopbackAddress(config.host)
      ? `Everything is kept in ${config.dataDir}; nothing leaves this machine.`
      : `Everything is kept in ${config.dataDir}; other machines can read it with the access token.`,
  );
  if (isLocked) {
    say('The store is locked: nothing is captured or shown. Unlock it with: hindcast vault unlock');
  } else if (agreement === 'waiting') {
    say('Nothing is recorded yet: Hindcast waits for your agreement.');
    say(`See what would be kept and agree on ${url}/app/welcome, or run: hindcast accept`);
  } else if (mode.kind === 'live') {
    const sides = [
      captured.vision ? 'the screen' : undefined,
      captured.audio ? 'what is said' : undefined,
    ].filter((side) => side !== undefined);
    const fromSource =
      agreement === 'not_required' ? ' at once, as started from source; --ask-first waits' : '';
    say(
      sides.length > 0
        ? `Remembering ${sides.join(' and ')}${fromSource} (GET /health says how it goes).`
        : nothingCaptured(config),
    );
  } else if (mode.because === 'asked') {
    say('Showing the bundled sample day; this machine is not captured.');
  } else {
    say(
      'No display and no sound server found: showing the bundled sample day (--no-replay to go without).',
    );
  }
  say('Stop with Ctrl+C.');
  return lines;
}

function nothingCaptured(config: Config): string {
  return config['sync.role'] === 'keeper'
    ? 'This is the keeper: it holds what your devices send, and captures nothing itself.'
    : 'Nothing is captured: vision.enabled and audio.enabled are off.';
}
