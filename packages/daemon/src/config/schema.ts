/**
 * Every setting of the service: kind, default, meaning, and its names in the environment and on the command line. The files of
 * `schema/` are the only list; the settings file, the help text and `hindcast config` are made from it. A value that no user
 * needs to change is a constant in the code that uses it, not a setting. The page translates meanings and choices: after a
 * change, run `node scripts/page-messages.ts` and translate what it names.
 */
import { keepingSettings } from './schema/keeping.ts';
import { meaningSettings } from './schema/meaning.ts';
import { screenSettings } from './schema/screen.ts';
import { serviceSettings } from './schema/service.ts';
import { sessionSettings } from './schema/session.ts';
import type { Setting } from './schema/setting.ts';
import { soundSettings } from './schema/sound.ts';
import { syncSettings } from './schema/sync.ts';

export type { Flag, Setting } from './schema/setting.ts';

/** For those who have set a language. */
export const LANGUAGE_NOTICE =
  'the setting vision.language has no effect any more, text is read in every known script; remove it';

export const schema = {
  ...serviceSettings,
  ...screenSettings,
  ...soundSettings,
  ...meaningSettings,
  ...keepingSettings,
  ...syncSettings,
  ...sessionSettings,
} as const;

export type SettingKey = keyof typeof schema;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
export type Config = { readonly [K in SettingKey]: ValueOf<(typeof schema)[K]> };

export const settingKeys = Object.keys(schema) as SettingKey[];
