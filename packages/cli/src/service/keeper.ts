import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** What keeps the service running with a person's session: the systemd user manager, or the autostart of the desktop. */
export interface Keeper {
  /** For sentences: "systemd", "autostart of the desktop". */
  readonly name: string;
  /** The file that an installation writes. */
  readonly file: string;
  isInstalled(): boolean;
  /** Empty when it is not installed. */
  command(): readonly string[];
  /** Writes the file and starts the service with this and every later session. */
  install(command: readonly string[]): Promise<void>;
  /** Starts it with every later session. What runs now stays as it is. */
  enable(command: readonly string[]): Promise<void>;
  /** Starts it no longer with a session. What runs now stays as it is. */
  disable(): Promise<void>;
  /** Stops the service and removes the file. Data stays. */
  uninstall(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** One line for a person. */
  state(): Promise<string>;
}

/** A sentence for the person, and what to do. */
export class KeeperError extends Error {
  override readonly name = 'KeeperError';
}

/** The installation may be deleted, or only a part of it be left. */
export function refuseMissingProgram(file: string, command: readonly string[]): void {
  const missing = missingFile(command);
  if (missing === undefined) return;
  throw new KeeperError(
    `${file} names a program that is missing (${missing}). Run "hindcast service install" again, or "hindcast uninstall" to remove it.`,
  );
}

/** Undefined when everything is there; the command itself when there is none. */
export function missingFile(command: readonly string[]): string | undefined {
  if (command.length === 0) return 'no command';
  return command.find((part) => isAbsolute(part) && !existsSync(part));
}
