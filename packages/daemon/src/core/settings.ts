/** The settings while the service runs, as those see them who show and change them. What a setting is, `config` decides. */

export interface SettingState {
  readonly key: string;
  /** What a start now would use; secrets are masked. */
  readonly value: unknown;
  readonly fallback: unknown;
  readonly origin: 'default' | 'file' | 'environment' | 'argument';
  /** In words, such as `environment HINDCAST_PORT`. */
  readonly originDetail: string;
  readonly meaning: string;
  readonly type: string;
  /** Completes the sentence "port must be …". */
  readonly expects: string;
  readonly choices: readonly string[] | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly isSecret: boolean;
  readonly isReadOnly: boolean;
  readonly environment: string;
  /** False for those that take effect at once. */
  readonly needsRestart: boolean;
  /** The service still runs with another value. */
  readonly isPending: boolean;
}

export interface Settings {
  readonly file: string;
  list(): readonly SettingState[];
  /** All of them or, when one cannot be used, none. `null` takes a setting out of the file. */
  change(requested: Readonly<Record<string, unknown>>): void;
}
