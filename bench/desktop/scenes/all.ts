/** The scenes in the order in which they are played. */
import { BROWSERS } from './browsers.ts';
import { DOCUMENTS } from './documents.ts';
import { EDITORS } from './editors.ts';
import type { Scene } from './scene.ts';
import { TERMINALS } from './terminals.ts';
import { TOOLKITS } from './toolkits.ts';

export const SCENES: readonly Scene[] = [
  ...BROWSERS,
  ...EDITORS,
  ...DOCUMENTS,
  ...TOOLKITS,
  ...TERMINALS,
];
