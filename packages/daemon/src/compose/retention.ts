/** Joins the settings of retention to its service. Called by `compose/index.ts`. */
import type { Config } from '#config/schema.ts';
import type { RetentionRules } from '#store/deletion/retention.ts';

/** The settings that take effect without a restart. */
export const RETENTION_KEYS = [
  'retention.text',
  'retention.pixels',
  'retention.audio',
  'retention.input',
  'retention.maxGb',
] as const satisfies readonly (keyof Config)[];

const GB = 1e9;

export function retentionRules(
  config: Pick<Config, (typeof RETENTION_KEYS)[number]>,
): RetentionRules {
  const days = (value: string) => (value === 'forever' ? undefined : Number(value));
  const maxGb = config['retention.maxGb'];
  return {
    text: days(config['retention.text']),
    pixels: days(config['retention.pixels']),
    audio: days(config['retention.audio']),
    input: days(config['retention.input']),
    maxBytes: maxGb === 0 ? undefined : maxGb * GB,
  };
}
