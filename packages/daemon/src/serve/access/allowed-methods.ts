/**
 * Knows which methods each declared path has, for `405` with `Allow` and for `OPTIONS`. The router
 * cannot say: it keeps one tree per method and reports any other method as an unknown path.
 */
import type { RouteOptions } from 'fastify';

export interface AllowedMethods {
  /** To be called for every route that is declared. */
  add(route: Pick<RouteOptions, 'url' | 'method'>): void;
  /** The methods of the path of a request address; empty when there is no such path. */
  of(address: string): string[];
}

export function allowedMethods(): AllowedMethods {
  const byPattern = new Map<string, { matches: RegExp; methods: Set<string> }>();
  return {
    add({ url, method }) {
      const known = byPattern.get(url) ?? { matches: toRegExp(url), methods: new Set(['OPTIONS']) };
      for (const name of [method].flat()) known.methods.add(name);
      byPattern.set(url, known);
    },
    of(address) {
      const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
      const found = [...byPattern.values()].filter(({ matches }) => matches.test(path));
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
    },
  };
}

/** From `/frames/:frame_id` or `/docs/static/*`; a slash at the end makes no difference. */
function toRegExp(url: string): RegExp {
  const pattern = url
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/:[^/]+/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`);
}
