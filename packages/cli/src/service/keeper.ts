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
