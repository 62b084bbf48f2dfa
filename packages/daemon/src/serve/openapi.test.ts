import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Document, documentOf } from './document.fixture.ts';
import { type TestServer, testServer } from './server.fixture.ts';

let server: TestServer;
let document: Document;

beforeAll(async () => {
  server = await testServer();
  document = await documentOf(server.app);
});
afterAll(() => server.close());

describe('the OpenAPI document', () => {
  test('is the same in JSON and in YAML', async () => {
    const yaml = await server.app.inject('/openapi.yaml');
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(parse(yaml.body)).toEqual(document);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Hindcast', version: '0.0.0-test' },
    });
  });

  test('explains every route and every parameter', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const where = `${method} ${path}`;
        expect(operation, where).toMatchObject({
          summary: expect.stringMatching(/\S/),
          tags: [expect.any(String)],
        });
        for (const parameter of operation.parameters ?? []) {
          expect(parameter, `${where} ${parameter.name}`).toMatchObject({
            description: expect.stringMatching(/\S/),
          });
        }
        // 202 of what goes on after the answer.
        expect(Object.keys(operation.responses)[0], where).toMatch(/^20[02]$/);
      }
    }
  });

  test('names methods that the server really has', async () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const url = path.replace(/\{\w+\}/g, '1');
      const { headers } = await server.app.inject({ method: 'OPTIONS', url });
      const methods = Object.keys(operations).map((method) => method.toUpperCase());
      expect(String(headers.allow).split(', '), path).toEqual(expect.arrayContaining(methods));
    }
  });

  test('has no reference that leads nowhere', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const name = /#\/components\/schemas\/(\w+)/.exec(reference)?.[1] ?? reference;
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
  });
});

describe('the page at /docs', () => {
  test.each(['/docs', '/docs/'])('%s loads nothing from elsewhere and may not', async (url) => {
    const page = await server.app.inject(url);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['x-frame-options']).toBe('DENY');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*/);

    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(link).toMatch(/^(\.\/static\/|\/docs\/static\/)/);
      const asset = await server.app.inject(new URL(link, 'http://localhost/docs/').pathname);
      expect(asset.statusCode, link).toBe(200);
      expect(asset.headers['content-security-policy']).toBe(policy);
    }
  });

  test('has no files but its own', async () => {
    for (const path of ['/docs/static/nothing.js', '/docs/static/..%2f..%2fpackage.json']) {
      const reply = await server.app.inject(path);
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.json()).toMatchObject({ success: false, code: expect.any(String) });
    }
  });
});
