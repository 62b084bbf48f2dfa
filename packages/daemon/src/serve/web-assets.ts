/**
 * The web page: its built files under `/app`, its first document at `/` and at every address below `/app`, because the views have their
 * addresses there. A program that asks for `/` gets JSON that says where things are. The policy lets the page speak to this service
 * and to nothing else.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceError } from '#core/errors.ts';
import type { App } from './server-deps.ts';

const compress = promisify(brotliCompress);
/** Small enough for a start, and within a few per cent of the best. */
const QUALITY = 5;
const WORTH_COMPRESSING_BYTES = 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
/** What the build leaves in the document for the value that is new in every answer. */
const NONCE_PLACE = '<head>';

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Home · Hindcast</title>
<p>The service works, but its page is missing. From source, stop it and run <code>npm start</code>, which builds the page; else install Hindcast again.</p>
<p><a href="/docs">The interface</a></p>`;

interface Asset {
  type: string;
  bytes: Buffer;
  compressed: Buffer | undefined;
}

interface Page {
  document: string;
  scriptHashes: readonly string[];
  assets: ReadonlyMap<string, Asset>;
}

export interface WebAssets {
  /** Where the build put its files; undefined where there is no page. */
  folder: string | undefined;
  productVersion: string;
}

/** Read once, when somebody asks for the first time. */
export function serveWebPage(app: App, { folder, productVersion }: WebAssets): void {
  let reading: Promise<Page | undefined> | undefined;
  const page = () => {
    reading ??= folder === undefined ? Promise.resolve(undefined) : readPage(folder);
    return reading;
  };

  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    if (!wantsDocument(request)) return describe(productVersion);
    return sendDocument(reply, await page());
  });
  app.get('/app', { schema: { hide: true } }, async (_request, reply) =>
    sendDocument(reply, await page()),
  );
  app.get('/app/*', { schema: { hide: true } }, async (request, reply) => {
    const built = await page();
    const path = (request.params as { '*': string })['*'];
    const asset = built?.assets.get(path);
    if (asset) return sendAsset(request, reply, asset, path);
    // A file that is missing is not a view: a document in its place would be a script that does not parse.
    if (extname(path) in TYPES) throw serviceError('ROUTE_NOT_FOUND');
    return sendDocument(reply, built);
  });
}

function wantsDocument(request: FastifyRequest): boolean {
  return /text\/html/.test(request.headers.accept ?? '');
}

function describe(version: string) {
  return {
    name: 'hindcast',
    version,
    page: '/app',
    docs: '/docs',
    openapi: '/openapi.json',
    health: '/health',
  };
}

function sendDocument(reply: FastifyReply, page: Page | undefined) {
  reply.type('text/html; charset=utf-8').header('cross-origin-resource-policy', 'same-origin');
  if (!page) return reply.code(503).send(NOT_BUILT);
  const nonce = randomBytes(16).toString('base64');
  reply.header('content-security-policy', policy(page.scriptHashes, nonce));
  // The accessible parts write two small style elements and look for their permission here.
  const meta = `${NONCE_PLACE}<meta property="csp-nonce" nonce="${nonce}">`;
  return reply.send(page.document.replace(NONCE_PLACE, meta));
}

function policy(scriptHashes: readonly string[], nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, path: string) {
  reply.type(asset.type).header('cross-origin-resource-policy', 'same-origin');
  // Their names hold a hash of what is in them.
  const isHashed = path.startsWith('assets/');
  reply.header('cache-control', isHashed ? 'private, max-age=31536000, immutable' : 'no-cache');
  if (asset.compressed && /\bbr\b/.test(String(request.headers['accept-encoding']))) {
    return reply
      .headers({ 'content-encoding': 'br', vary: 'accept-encoding' })
      .send(asset.compressed);
  }
  return reply.send(asset.bytes);
}

async function readPage(folder: string): Promise<Page | undefined> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const assets = new Map<string, Asset>();
  for (const file of files) {
    const type = TYPES[extname(file.name)];
    if (!file.isFile() || type === undefined) continue;
    const path = join(file.parentPath, file.name);
    const bytes = await readFile(path);
    const isWorth = bytes.length > WORTH_COMPRESSING_BYTES;
    const compressed = isWorth
      ? await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
      : undefined;
    assets.set(relative(folder, path).split(sep).join('/'), { type, bytes, compressed });
  }
  const document = assets.get('index.html')?.bytes.toString('utf8');
  if (document === undefined) return undefined;
  assets.delete('index.html');
  const scriptHashes = [...document.matchAll(INLINE_SCRIPT)].map(([, script = '']) =>
    hashOf(script),
  );
  return { document, scriptHashes, assets };
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
