/**
 * What offloading needs from a place: objects made of numbered parts, each written once. A place is trusted with keeping bytes and nothing
 * else; the envelope decides whether they are the right ones. Each implementation is a file in `places/`.
 */

export interface ObjectPart {
  /** `[a-z0-9-]`, at most 64 characters. */
  name: string;
  part: number;
}

/** Rejects with any error when the place cannot do it now; a part that is missing is no error. */
export interface OffloadPlace {
  /** Durably. The parts of an object are written in order, after `remove`. */
  write(spot: ObjectPart, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Undefined when it is not there. */
  read(spot: ObjectPart, signal: AbortSignal): Promise<Buffer | undefined>;
  /** Whether all parts are there. Does not read them. */
  has(name: string, parts: number, signal: AbortSignal): Promise<boolean>;
  /** No error when there is none. */
  remove(name: string, parts: number, signal: AbortSignal): Promise<void>;
}
