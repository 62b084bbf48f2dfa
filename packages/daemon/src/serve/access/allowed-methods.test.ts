import { expect, test } from 'vitest';
import { allowedMethods } from './allowed-methods.ts';

const methods = allowedMethods();
methods.add({ url: '/frames/:frame_id', method: 'GET' });
methods.add({ url: '/frames/next-valid', method: ['GET', 'HEAD'] });
methods.add({ url: '/tags/:content_type/:id', method: 'POST' });
methods.add({ url: '/tags/:content_type/:id', method: 'DELETE' });
methods.add({ url: '/openapi.json', method: 'GET' });
methods.add({ url: '/docs/static/*', method: 'GET' });

test.each([
  ['/frames/12', ['GET', 'OPTIONS']],
  ['/frames/12/?redact_pii=true', ['GET', 'OPTIONS']],
  ['http://localhost:3030/frames/12', ['GET', 'OPTIONS']],
  ['/tags/vision/%2F', ['DELETE', 'OPTIONS', 'POST']],
  ['/openapi.json', ['GET', 'OPTIONS']],
  ['/docs/static/a/b.css', ['GET', 'OPTIONS']],
  ['/frames', []],
  ['/frames/1/2', []],
  ['/openapiXjson', []],
  ['', []],
])('the methods of %s are %j', (address, expected) => {
  expect(methods.of(address)).toEqual(expected);
});
