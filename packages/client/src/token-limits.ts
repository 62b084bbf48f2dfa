/** What a token may read, in words for a person. Every limit is named: one that is left out would seem not to hold. */
import type { Answer } from './request.ts';

type TokenPermissions = Answer<'/access-tokens', 'get'>['data'][number]['permissions'];

/** Goes on from “may read”. Names are as whoever made the token typed them. */
export function tokenLimits(permissions: TokenPermissions): string {
  const { allow_apps, deny_apps, allow_windows, deny_windows, ...others } = permissions;
  const { content_types, time_range, frames, raw_sql, ...unnamed } = others;
  // A permission that is new has to be put into words here.
  unnamed satisfies Record<string, never>;
  const isNamed = allow_apps !== undefined || allow_windows !== undefined;
  const limits = [
    only('only apps named', allow_apps),
    without('no apps named', deny_apps),
    only('only windows titled', allow_windows),
    without('no windows titled', deny_windows),
    only('only', content_types),
    isNamed && content_types === undefined && 'no speech',
    ...timeLimits(time_range),
    frames === false && 'no pictures',
  ].filter((limit) => typeof limit === 'string');
  const sql = raw_sql ? 'raw SQL too' : undefined;
  if (limits.length === 0) return sql ? `everything; ${sql}` : 'everything but SQL';
  return [...limits, ...(sql ? [sql] : [])].join('; ');
}

/** An empty list allows nothing. */
function only(words: string, names: readonly string[] | undefined): string | undefined {
  return names && `${words} ${names.join(', ') || '(none)'}`;
}

function without(words: string, names: readonly string[] = []): string | undefined {
  return names.length > 0 ? `${words} ${names.join(', ')}` : undefined;
}

function timeLimits({ from, to, last_hours }: NonNullable<TokenPermissions['time_range']> = {}) {
  return [
    from !== undefined && `from ${from}`,
    to !== undefined && `until ${to}`,
    last_hours !== undefined && `the last ${last_hours} ${last_hours === 1 ? 'hour' : 'hours'}`,
  ];
}
