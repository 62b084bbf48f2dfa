/**
 * What sync needs from the place where devices meet: a list of sealed blobs per device and stream, and one key document. Only the
 * device itself adds to its lists, writes a blob again, and removes streams of files; what a device that is no more has left, any may remove.
 * A backend is never trusted with anything but keeping bytes; whether they are the right ones is decided by the envelope.
 * Held to `backend.conformance.ts`.
 */

export interface Spot {
  machineId: string;
  stream: string;
  sequence: number;
}

export interface Heads {
  /** Changes whenever the key document does; undefined when there is none. */
  keysRevision: string | undefined;
  /** Those that have sent records; `segments` is how many. `lastSeenAtMs` is 0 where that is not known. */
  devices: { machineId: string; segments: number; lastSeenAtMs: number }[];
  usedBytes: number | undefined;
}

export interface SyncBackend {
  /** Also notes there that `machineId` is alive. */
  readHeads(machineId: string, signal: AbortSignal): Promise<Heads>;
  readKeys(signal: AbortSignal): Promise<{ document: Buffer; revision: string } | undefined>;
  /** Resolves to the new revision; undefined, and nothing changed, when the current one is not `expected`. */
  writeKeys(
    document: Uint8Array,
    expected: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /**
   * Adds the next blob of a stream, durably. The same bytes at the same spot again are no error, so that a lost answer can be
   * asked for again. Rejects with SyncDeviceClonedError when other bytes are there or ones before are missing, with
   * SyncLeaseHeldError while another holder appends for this device, and with SYNC_FULL.
   */
  append(spot: Spot, bytes: Uint8Array, holder: string, signal: AbortSignal): Promise<void>;
  /**
   * Takes the place of a blob, durably, at once and whole: whoever reads gets the old one or the new one. Rejects with
   * SyncDeviceClonedError when what is there has neither these bytes nor this SHA-256 (hexadecimal); otherwise as `append`.
   */
  replace(
    spot: Spot,
    bytes: Uint8Array,
    expectedHash: string,
    holder: string,
    signal: AbortSignal,
  ): Promise<void>;
  /** Removes all blobs of a stream of files. No error when there is none; never the log. */
  removeStream(
    machineId: string,
    stream: string,
    holder: string,
    signal: AbortSignal,
  ): Promise<void>;
  /** Removes all that a device has sent, its log too. No error when it has sent nothing. Rejects as `removeStream` does. */
  removeDevice(machineId: string, holder: string, signal: AbortSignal): Promise<void>;
  /** Rejects with SyncLostDataError when it is not there. */
  read(spot: Spot, signal: AbortSignal): Promise<Buffer>;
  /** 0 for a stream that does not exist. */
  countSegments(machineId: string, stream: string, signal: AbortSignal): Promise<number>;
}
