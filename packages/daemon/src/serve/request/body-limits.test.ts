import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Document, documentOf } from '../document.fixture.ts';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await testServer();
  document = await documentOf(server.app);
});
afterAll(() => server.close());

interface Schema {
  type?: string;
  maxItems?: number;
  maxLength?: number;
  enum?: unknown[];
  const?: unknown;
  [key: string]: unknown;
}

/** Every part of a schema that `isMissing` something, with its place. */
function findings(schema: unknown, isMissing: (part: Schema) => boolean, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = isMissing(schema as Schema) ? [place] : [];
  const inner = Object.entries(schema).flatMap(([key, part]) =>
    findings(part, isMissing, `${place}.${key}`),
  );
  return [...own, ...inner];
}

function bodiesOf() {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const { requestBody } = operation as { requestBody?: unknown };
      return requestBody === undefined ? [] : [{ name: `${method} ${path}`, requestBody }];
    }),
  );
}

test('every list in a body has a greatest length, so that checking it takes bounded time', () => {
  const bodies = bodiesOf();
  expect(bodies.length).toBeGreaterThan(30);
  const unbounded = bodies.flatMap(({ name, requestBody }) =>
    findings(requestBody, ({ type, maxItems }) => type === 'array' && maxItems === undefined, name),
  );
  expect(unbounded).toEqual([]);
});

test('every record in a body has a greatest number of fields', () => {
  const isOpen = ({ type, additionalProperties, maxProperties }: Schema) =>
    type === 'object' && additionalProperties !== undefined && maxProperties === undefined;
  const open = bodiesOf().flatMap(({ name, requestBody }) => findings(requestBody, isOpen, name));
  // Those inside of lists are bounded by the number of values of a body.
  expect(open.filter((place) => !place.includes('.items.'))).toEqual([]);
});

test('every text of POST /add has a greatest length', () => {
  const add = bodiesOf().find(({ name }) => name === 'post /add');
  const isOpen = ({ type, maxLength, enum: words, const: word }: Schema) =>
    type === 'string' && maxLength === undefined && words === undefined && word === undefined;
  expect(findings(add?.requestBody, isOpen, 'body')).toEqual([]);
});
