/**
 * The HTTP side of a hub. It keeps nothing between requests, so that several can stand behind one address. It knows accounts, devices,
 * numbers and sizes; the bodies it keeps are sealed, and it has no key to any of them.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import rateLimit from '@fastify/rate-limit';
import {
  HOLDER_HEADER,
  HUB_NAME,
  HUB_PREFIX,
  type HubHeads,
  type HubRefusal,
  type HubStream,
  LEASE_MS,
  LOG_STREAM,
  MAX_BLOB_BYTES,
  SIZE_HEADER,
  SLOWEST_BYTES_PER_SEC,
} from '@hindcast/client/hub-wire';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { HubError } from './hub-errors.ts';
import type { AppendResult, HubStorage, NewSegment, TokenOwner } from './storage.ts';
import { hashToken } from './tokens.ts';

/** A key document is some 300 bytes. */
const MAX_KEYS_BYTES = 4_096;
const MAX_SEQUENCE = 2 ** 40;
/** A connection on which nothing happens for so long is not kept. */
const IDLE_MS = 120_000;
/** For a whole request, and for its answer: the largest blob on the slowest connection. A request sent a byte at a time ends then. */
const TRANSFER_MS = Math.ceil((MAX_BLOB_BYTES / SLOWEST_BYTES_PER_SEC) * 1000) + 60_000;
/** Blobs on their way to or from one account; devices send and ask for one at a time. */
const MOST_TRANSFERS = 8;

const REFUSAL_OF = {
  taken: 'SEQUENCE_TAKEN',
  gap: 'SEQUENCE_GAP',
  lease: 'LEASE_HELD',
  quota: 'QUOTA_EXCEEDED',
} as const;

export interface HubOptions {
  storage: HubStorage;
  /** Of one token. */
  requestsPerMinute: number;
  tls?: { cert: Buffer; key: Buffer } | undefined;
  nowMs?: () => number;
  onError?: (error: unknown) => void;
}

type Params = { device: string; stream: string; sequence: string };

export async function buildHub(options: HubOptions): Promise<FastifyInstance> {
  const { metadata, blobs } = options.storage;
  const nowMs = options.nowMs ?? Date.now;
  const base = {
    bodyLimit: MAX_BLOB_BYTES,
    logger: false,
    connectionTimeout: IDLE_MS,
    requestTimeout: TRANSFER_MS,
  };
  const app = options.tls
    ? (fastify({ ...base, https: options.tls }) as unknown as FastifyInstance)
    : fastify(base);
  const owners = new WeakMap<FastifyRequest, TokenOwner>();
  const transfers = transferLimit(MOST_TRANSFERS);

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const known = asHubError(error);
    if (known.code === 'INTERNAL_ERROR') options.onError?.(error);
    const body: HubRefusal = { code: known.code, error: known.message };
    void reply.code(known.statusCode).send(body);
  });
  app.setNotFoundHandler(() => {
    throw new HubError('NOT_FOUND');
  });
  app.addContentTypeParser(
    'application/octet-stream',
    // Not collected: it goes on to where it is kept, piece by piece.
    (_request, body, done) => done(null, body),
  );
  await app.register(rateLimit, {
    global: false,
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    // Whoever guesses tokens is counted by address, whichever they try.
    keyGenerator: (request) =>
      owners.has(request) ? hashToken(tokenOf(request) ?? '') : request.ip,
  });
  const countRequest = app.createRateLimit();
  app.addHook('onRequest', async (request, reply) => {
    const timer = setTimeout(() => request.raw.destroy(), TRANSFER_MS);
    reply.raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onRequest', async (request) => {
    if (request.url === '/health') return;
    const token = tokenOf(request);
    const owner = token === undefined ? undefined : await metadata.findToken(hashToken(token));
    if (owner) owners.set(request, owner);
    const counted = await countRequest(request);
    if (!counted.isAllowed && counted.isExceeded) throw new HubError('TOO_MANY_REQUESTS');
    if (!owner) throw new HubError('TOKEN_REFUSED');
  });

  function ownerOf(request: FastifyRequest): TokenOwner {
    const owner = owners.get(request);
    if (!owner) throw new HubError('TOKEN_REFUSED');
    return owner;
  }
  addStreamRoutes({ metadata, blobs, app, ownerOf, nowMs, transfers });

  app.get('/health', async () => ({ status: 'ok' }));

  app.get<{ Querystring: { device?: string } }>(
    `${HUB_PREFIX}/heads`,
    async (request): Promise<HubHeads> => {
      const { accountId, quotaBytes } = ownerOf(request);
      const { device } = request.query;
      if (device !== undefined) checkName(device);
      const heads = await metadata.readHeads(accountId, device, nowMs());
      return {
        keys_revision: heads.keysRevision,
        devices: heads.devices.map(({ deviceId, segments, lastSeenMs }) => ({
          device_id: deviceId,
          segments,
          last_seen_ms: lastSeenMs,
        })),
        used_bytes: heads.usedBytes,
        quota_bytes: quotaBytes,
      };
    },
  );

  app.get(`${HUB_PREFIX}/keys`, async (request, reply) => {
    const keys = await metadata.readKeys(ownerOf(request).accountId);
    if (!keys) throw new HubError('NOT_FOUND');
    return reply
      .header('etag', `"${keys.revision}"`)
      .type('application/octet-stream')
      .send(keys.document);
  });

  app.put(`${HUB_PREFIX}/keys`, { bodyLimit: MAX_KEYS_BYTES }, async (request, reply) => {
    const { accountId } = ownerOf(request);
    const expected = request.headers['if-match']?.replaceAll('"', '') ?? null;
    if (expected === null && request.headers['if-none-match'] !== '*') {
      throw new HubError('BAD_REQUEST');
    }
    const document = await collect(bodyOf(request), lengthOf(request, MAX_KEYS_BYTES));
    // Not only of the document: whoever writes the same again has still changed something.
    const revision = createHash('sha256').update(document).update(randomUUID()).digest('hex');
    const isWritten = await metadata.writeKeys(accountId, { document, revision }, expected);
    if (!isWritten) throw new HubError('KEYS_CHANGED');
    return reply.header('etag', `"${revision}"`).code(204).send();
  });

  return app;
}

/** Segments of devices: append, read, count, remove. */
function addStreamRoutes({
  metadata,
  blobs,
  app,
  ownerOf,
  nowMs,
  transfers,
}: {
  metadata: HubOptions['storage']['metadata'];
  blobs: HubOptions['storage']['blobs'];
  app: FastifyInstance;
  ownerOf: (request: FastifyRequest) => TokenOwner;
  nowMs: () => number;
  transfers: ReturnType<typeof transferLimit>;
}) {
  /** Blob first, row second; what does not come that far is removed, or swept when that fails. */
  async function append(upload: Omit<NewSegment, 'hash'>, bytes: Readable): Promise<AppendResult> {
    const { blobKey, size } = upload;
    if (!(await metadata.reserveBlob(upload))) return 'quota';
    let result: AppendResult | undefined;
    try {
      const hash = await blobs.write(blobKey, bytes, size);
      result = await metadata.appendSegment({ ...upload, hash });
      return result;
    } finally {
      if (result !== 'appended') await discard(blobKey).catch(() => undefined);
    }
  }

  async function discard(blobKey: string): Promise<void> {
    await blobs.remove(blobKey);
    await metadata.forgetBlobs([blobKey]);
  }

  const STREAM = `${HUB_PREFIX}/devices/:device/streams/:stream`;

  app.get<{ Params: Params }>(STREAM, async (request): Promise<HubStream> => {
    const { accountId } = ownerOf(request);
    const { device, stream } = request.params;
    return {
      segments: await metadata.countSegments(accountId, checkName(device), checkName(stream)),
    };
  });

  app.delete<{ Params: Params }>(STREAM, async (request, reply) => {
    const { accountId } = ownerOf(request);
    const stream = checkName(request.params.stream);
    // Others read it from where they are: it is rewritten, never cut.
    if (stream === LOG_STREAM) throw new HubError('BAD_REQUEST');
    const isRemoved = await metadata.removeStream({
      accountId,
      deviceId: checkName(request.params.device),
      stream,
      holder: holderOf(request),
      nowMs: nowMs(),
      leaseMs: LEASE_MS,
    });
    if (!isRemoved) throw new HubError('LEASE_HELD');
    return reply.code(204).send();
  });

  app.delete<{ Params: Pick<Params, 'device'> }>(
    `${HUB_PREFIX}/devices/:device`,
    async (request, reply) => {
      const { accountId } = ownerOf(request);
      const isRemoved = await metadata.removeDevice({
        accountId,
        deviceId: checkName(request.params.device),
        holder: holderOf(request),
        nowMs: nowMs(),
        leaseMs: LEASE_MS,
      });
      if (!isRemoved) throw new HubError('LEASE_HELD');
      return reply.code(204).send();
    },
  );

  app.put<{ Params: Params }>(`${STREAM}/:sequence`, async (request, reply) => {
    const { accountId, quotaBytes } = ownerOf(request);
    const upload = {
      ...segmentName(accountId, request.params),
      size: lengthOf(request, MAX_BLOB_BYTES),
      blobKey: randomUUID(),
      holder: holderOf(request),
      nowMs: nowMs(),
      leaseMs: LEASE_MS,
      quotaBytes,
      replaces: request.headers['if-match']?.replaceAll('"', ''),
    };
    transfers.count(accountId, reply.raw);
    const result = await append(upload, bodyOf(request));
    if (result !== 'appended' && result !== 'known') throw new HubError(REFUSAL_OF[result]);
    return reply.code(result === 'known' ? 200 : 201).send();
  });

  app.get<{ Params: Params }>(`${STREAM}/:sequence`, async (request, reply) => {
    const { accountId } = ownerOf(request);
    const name = segmentName(accountId, request.params);
    transfers.count(accountId, reply.raw);
    const found = await metadata.findSegment(name);
    const blob = found && (await blobs.read(found.blobKey));
    if (!blob) throw new HubError('NOT_FOUND');
    return reply
      .type('application/octet-stream')
      .header('content-length', blob.size)
      .send(blob.bytes);
  });
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1];
}

function holderOf(request: FastifyRequest): string {
  const holder = request.headers[HOLDER_HEADER];
  return checkName(typeof holder === 'string' ? holder : '');
}

function bodyOf(request: FastifyRequest): Readable {
  if (!(request.body instanceof Readable)) throw new HubError('BAD_REQUEST');
  return request.body;
}

/** The announced size: the hub reserves room before it receives a body. */
function lengthOf({ headers }: FastifyRequest, mostBytes: number): number {
  const length = Number(headers['content-length'] ?? headers[SIZE_HEADER] ?? 0);
  if (length > mostBytes) throw new HubError('TOO_LARGE');
  if (!Number.isInteger(length) || length <= 0) throw new HubError('BAD_REQUEST');
  return length;
}

async function collect(body: Readable, size: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let received = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    received += piece.length;
    if (received > size) throw new HubError('BAD_REQUEST');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Counts the transfers of each account until the response is sent or the connection closes. */
function transferLimit(most: number) {
  const open = new Map<string, number>();
  return {
    count(accountId: string, answer: ServerResponse): void {
      const before = open.get(accountId) ?? 0;
      if (before >= most) throw new HubError('TOO_MANY_REQUESTS');
      open.set(accountId, before + 1);
      answer.once('close', () => {
        const left = (open.get(accountId) ?? 1) - 1;
        if (left === 0) open.delete(accountId);
        else open.set(accountId, left);
      });
    },
  };
}

function checkName(name: string): string {
  if (!HUB_NAME.test(name)) throw new HubError('BAD_REQUEST');
  return name;
}

function segmentName(accountId: string, { device, stream, sequence }: Params) {
  const number = /^\d{1,13}$/.test(sequence) ? Number(sequence) : Number.NaN;
  if (!(number < MAX_SEQUENCE)) throw new HubError('BAD_REQUEST');
  return {
    accountId,
    deviceId: checkName(device),
    stream: checkName(stream),
    sequence: number,
  };
}

function asHubError(error: Error & { statusCode?: number }): HubError {
  if (error instanceof HubError) return error;
  if (error.statusCode === 413) return new HubError('TOO_LARGE');
  const isCallers = error.statusCode !== undefined && error.statusCode < 500;
  return new HubError(isCallers ? 'BAD_REQUEST' : 'INTERNAL_ERROR');
}
