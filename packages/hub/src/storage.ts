/**
 * What a hub keeps: a few rows about each account, and sealed blobs. Rows and blobs are apart, because a blob is written before its row
 * and found only through it. A blob that belongs to no segment, not yet or not any more, is a loose one: noted before it is written,
 * and swept later (`sweep.ts`), so that whatever is interrupted leaves nothing for ever. Rows decide everything in one transaction,
 * so that several hubs can stand side by side on one database.
 */
import type { Readable } from 'node:stream';

/** Who a token belongs to. */
export interface TokenOwner {
  accountId: string;
  /** Null: no limit. */
  quotaBytes: number | null;
}

export interface Token {
  id: string;
  accountId: string;
  label: string;
  createdAtMs: number;
  quotaBytes: number | null;
  usedBytes: number;
}

export interface NewToken {
  id: string;
  hash: string;
  accountId: string;
  label: string;
  nowMs: number;
  quotaBytes: number | null;
}

export interface SegmentName {
  accountId: string;
  deviceId: string;
  stream: string;
  sequence: number;
}

/** A blob that is about to be written for a place. */
export interface NewUpload extends SegmentName {
  size: number;
  blobKey: string;
  nowMs: number;
  quotaBytes: number | null;
}

export interface NewSegment extends NewUpload {
  hash: string;
  holder: string;
  leaseMs: number;
  /** The hash of the segment whose place it takes; undefined: it is a new one. */
  replaces: string | undefined;
}

/** A stream that is to go. */
export type DoomedStream = Pick<
  NewSegment,
  'accountId' | 'deviceId' | 'stream' | 'holder' | 'nowMs' | 'leaseMs'
>;

/** A device of which nothing is to stay. */
export type DoomedDevice = Omit<DoomedStream, 'stream'>;

/** `known`: the same bytes are there. Everything but `appended` leaves things as they were. */
export type AppendResult = 'appended' | 'known' | 'taken' | 'gap' | 'lease' | 'quota';

export interface AccountHeads {
  keysRevision: string | null;
  devices: { deviceId: string; segments: number; lastSeenMs: number }[];
  /** All that counts against the quota. */
  usedBytes: number;
}

export interface Metadata {
  /** Tokens are known by their hash only. */
  findToken(hash: string): Promise<TokenOwner | undefined>;
  /** Makes the account when it is new; otherwise its quota is set, unless none is given. */
  addToken(token: NewToken): Promise<void>;
  listTokens(): Promise<Token[]>;
  /** False when there is none. What the account keeps stays. */
  removeToken(id: string): Promise<boolean>;

  /** Notes that the device was there, and reports how far all of them are. */
  readHeads(accountId: string, deviceId: string | undefined, nowMs: number): Promise<AccountHeads>;
  readKeys(accountId: string): Promise<{ document: Buffer; revision: string } | undefined>;
  /** False, and nothing changed, when the present revision is not `expected` (null: none). */
  writeKeys(
    accountId: string,
    keys: { document: Buffer; revision: string },
    expected: string | null,
  ): Promise<boolean>;
  /** Before the blob is written: notes it as a loose one. False, and nothing noted, when the account has no room for it. */
  reserveBlob(upload: NewUpload): Promise<boolean>;
  /** Rejects when its blob, which was noted, has been swept since. */
  appendSegment(segment: NewSegment): Promise<AppendResult>;
  /** Its blobs are loose then. False, and nothing changed, while another holder has the device. */
  removeStream(stream: DoomedStream): Promise<boolean>;
  /** All that it has sent; otherwise as `removeStream`. */
  removeDevice(device: DoomedDevice): Promise<boolean>;
  /** All that it keeps, and its tokens; its blobs are loose then. False when there is none. */
  removeAccount(accountId: string, nowMs: number): Promise<boolean>;
  /** Loose blobs from before that time: from now on they belong to nobody, and are to be removed and then forgotten. */
  doomBlobs(beforeMs: number, limit: number): Promise<string[]>;
  forgetBlobs(keys: readonly string[]): Promise<void>;
  /** They could not be removed, and are as loose ones of that time: behind all that are older. */
  putOffBlobs(keys: readonly string[], nowMs: number): Promise<void>;
  findSegment(name: SegmentName): Promise<{ blobKey: string; hash: string } | undefined>;
  countSegments(accountId: string, deviceId: string, stream: string): Promise<number>;
  close(): Promise<void>;
}

export interface Blobs {
  /** Durable when it resolves, to the SHA-256 of its bytes. Rejects when there are not exactly `size`. */
  write(key: string, bytes: Readable, size: number): Promise<string>;
  /** Undefined when it is not there. */
  read(key: string): Promise<{ bytes: Readable; size: number } | undefined>;
  /** No error when it is not there. */
  remove(key: string): Promise<void>;
}

export interface HubStorage {
  metadata: Metadata;
  blobs: Blobs;
}
