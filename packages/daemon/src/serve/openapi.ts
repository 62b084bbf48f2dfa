/**
 * The documentation: an OpenAPI document made from the schemas of the routes, and a page to read
 * it. Everything the page needs comes from this service; its policy forbids anything else.
 */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { stringify } from 'yaml';
import type { App } from './server-deps.ts';

const DESCRIPTION = `Search what was on your screen and what was said, on your own machine.

Times are ISO 8601 in UTC. Errors are JSON with \`error\`, \`message\`, \`success: false\`, a stable \`code\`
and often a \`hint\`. No key is needed on this machine; web pages of other origins are refused.`;

const TAGS = [
  { name: 'search', description: 'Find captured content by words, time and place.' },
  { name: 'timeline', description: 'What happened, in order.' },
  { name: 'frames', description: 'Screenshots, their text and what surrounds them.' },
  { name: 'elements', description: 'Parts of user interfaces that were on screen.' },
  { name: 'audio', description: 'Recordings and the devices they come from.' },
  { name: 'speakers', description: 'Who was heard, and what they are called.' },
  { name: 'tags', description: 'Labels on frames and audio.' },
  { name: 'ui-events', description: 'Clicks, keys, clipboard and window changes.' },
  { name: 'content', description: 'Add content by hand.' },
  { name: 'pipes', description: 'Plugins that work on what is captured.' },
  { name: 'sql', description: 'Ask the database directly.' },
  { name: 'streams', description: 'What happens, as it happens.' },
  { name: 'health', description: 'Whether everything works.' },
];

/** `style-src` is loose because the page writes style attributes; styles cannot call out. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Has to come before the routes: those declared earlier are not in the document. */
export async function serveDocumentation(app: App, productVersion: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hindcast',
        version: productVersion,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Relative, so that trying a route asks the service that served the page, on any port.
      servers: [{ url: '/' }],
      tags: TAGS,
    },
    convertConstToEnum: false,
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        String(json.$id ?? `Schema${index}`),
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'API · Hindcast' },
    uiConfig: { docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: 0 },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
  app.get('/openapi.yaml', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/yaml; charset=utf-8').send(stringify(app.swagger())),
  );
}
