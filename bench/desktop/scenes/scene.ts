/** What the scripted person opens: each scene is one program that shows planted words of one or more kinds. */
import { type Desktop, missingPrograms } from '../../../test/support/desktop.ts';

export interface Planted {
  readonly kind: string;
  readonly word: string;
}

export interface Scene {
  readonly program: string;
  readonly packages: string;
  /** Command that must exist. */
  readonly command: string;
  /** Opens it, and gives the words that are then on the screen. */
  open(stage: SceneStage): Promise<readonly Planted[]>;
}

export interface SceneStage {
  readonly desktop: Desktop;
  readonly nextWord: () => string;
}

export const OPEN_WITHIN_MS = 90_000;
export const TITLE = 'planted';

export function plant(nextWord: () => string, ...kinds: readonly string[]): Planted[] {
  return kinds.map((kind) => ({ kind, word: nextWord() }));
}

export const whyNot = ({ command, packages }: Scene) =>
  missingPrograms([command]).length === 0 ? undefined : `apt-get install -y ${packages}`;
