/** Sync as the rest of the product sees it: set up, locked, asked for its state. What it does by itself is in `sync.ts`. */
import type { Page } from '#store/records.ts';
import type { MediaTarget, SyncRole, SyncRun } from '#store/sync/records.ts';
import type { RemoteMedia } from './media/media-errors.ts';
import type { Traffic } from './rounds/engine.ts';
import type { OnWifi } from './rounds/network.ts';

export interface SyncStatus {
  role: SyncRole;
  /** Set up and unlocked. */
  isEnabled: boolean;
  isSyncing: boolean;
  lastSyncAtMs: number | null;
  lastDownloadAtMs: number | null;
  lastError: { code: string; message: string } | null;
  machineId: string | null;
  nextSyncAtMs: number | null;
  /** Changes that were not sent yet. */
  waiting: number;
  usedBytes: number | null;
  /** Null: nobody asked to wait for it. `unknown`: the system does not tell, and sync waits for ever. */
  wifi: OnWifi | null;
  devices: {
    machineId: string;
    segments: number;
    read: number;
    lastSeenAtMs: number;
    /** A name that this device had before: nothing more comes from there, and nothing there is tidied. */
    isFormerName: boolean;
    /** Whether it holds everything of all devices. */
    isKeeper: boolean;
  }[];
}

/** What the devices are to each other. */
export interface SyncGroup {
  /** Of this one. */
  role: SyncRole;
  isLocked: boolean;
  /** Whether pictures and sound stay on this device. */
  isTextOnly: boolean;
  /** Of the last round. */
  lastError: SyncStatus['lastError'];
  /** Whether nothing may go before a keeper holds it. Also while this device cannot know whether there is one. */
  awaitsKeeper: boolean;
  /** Other devices that hold everything; `lastSeenAtMs` is null where it is not known. */
  keepers: { machineId: string; lastSeenAtMs: number | null }[];
}

export interface InitWish {
  token: string;
  password: string;
  machineId?: string | undefined;
  intervalSecs?: number | undefined;
  /** Keeps the key in the keyring of the system or in a file, so that a restart needs no password. */
  isKept?: boolean | undefined;
}

export interface SyncControl {
  /** Rejects, with nothing changed, when the password is not that of the account, the token is refused, … */
  init(wanted: InitWish): Promise<{ isNewUser: boolean; machineId: string }>;
  /** Rejects, with nothing changed, when `password` is not the present one. Other devices lock and ask for the new one. */
  changePassword(password: string, newPassword: string): Promise<void>;
  status(signal?: AbortSignal): Promise<SyncStatus>;
  group(signal?: AbortSignal): Promise<SyncGroup>;
  /** A round now, or the one that runs; false when it takes longer than the caller can wait. Rejects as the round does. */
  trigger(): Promise<boolean>;
  /** Only what others have sent. */
  download(): Promise<Traffic>;
  listRuns(
    limit: number,
    offset: number,
    signal?: AbortSignal,
  ): Promise<Page<SyncRun & { id: number }>>;
  /** Whether a keeper may have what went from here because of its age. */
  canReturn(target: MediaTarget, signal?: AbortSignal): Promise<boolean>;
  /** Resolves when the picture or recording is here; says why when it cannot be. */
  fetchMedia(media: RemoteMedia, signal: AbortSignal): Promise<void>;
  /**
   * What a device has sent is to go from where devices meet, with the next round: one that has not been there for long, or a former
   * name of this one. Noted, too, when it is not known yet which devices there are; the round that finds one alive leaves it alone.
   * False, and nothing done, for any other: it takes back itself what was deleted, and would miss its log.
   */
  forgetDevice(machineId: string): Promise<boolean>;
  /** Ends sync and forgets the keys. Changes are still noted, for when it is unlocked again. */
  lock(): Promise<void>;
}
