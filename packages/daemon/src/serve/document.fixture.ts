/**
 * Holds answers against the OpenAPI document: every 2xx must have the documented shape, and no
 * field that the document does not name.
 */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Compile } from 'typebox/schema';

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
export type Operation = {
  parameters?: { name: string; in: string; schema: { type?: string; enum?: string[] } }[];
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
};

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

const documents = new WeakMap<FastifyInstance, Promise<Document>>();

/** The server makes it for every request, and a test asks for it with every call. */
export function documentOf(app: FastifyInstance): Promise<Document> {
  const known = documents.get(app);
  if (known !== undefined) return known;
  const document = app.inject('/openapi.json').then((reply) => reply.json<Document>());
  documents.set(app, document);
  return document;
}

/** What is wrong with an answer; an empty list when it is as documented. */
export function deviations(
  document: Document,
  method: string,
  path: string,
  reply: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'json'>,
): string[] {
  const { responses } = document.paths[path]?.[method.toLowerCase()] ?? { responses: {} };
  const documented = responses[reply.statusCode] ?? responses[`${String(reply.statusCode)[0]}XX`];
  if (documented === undefined) return [`status ${reply.statusCode} is not documented`];
  const mediaType = String(reply.headers['content-type']).split(';')[0] ?? '';
  const schema = documented.content?.[mediaType]?.schema;
  if (schema === undefined) return [`content type ${mediaType} is not documented`];
  if (mediaType !== 'application/json') return [];
  const [, errors] = Compile(resolved(schema, document, reply.statusCode < 300)).Errors(
    reply.json(),
  );
  return errors.map((error) => `${error.instancePath} ${error.message}`);
}

function resolved(schema: Json, document: Document, strict: boolean): { [key: string]: Json } {
  const walk = (node: Json): Json => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node.$ref === 'string') {
      return walk(document.components.schemas[node.$ref.split('/').at(-1) ?? ''] ?? {});
    }
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]));
    return strict && 'properties' in copy ? { ...copy, additionalProperties: false } : copy;
  };
  return walk(schema) as { [key: string]: Json };
}
