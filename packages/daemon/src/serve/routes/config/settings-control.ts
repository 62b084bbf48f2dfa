/** What `/config` needs of the settings; `config/settings.ts` is it, which this folder may not know. */
interface SettingState {
  readonly key: string;
  readonly value: unknown;
  readonly fallback: unknown;
  readonly origin: 'default' | 'file' | 'environment' | 'argument';
  readonly originDetail: string;
  readonly meaning: string;
  readonly type: string;
  readonly expects: string;
  readonly choices: readonly string[] | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly isSecret: boolean;
  readonly isReadOnly: boolean;
  readonly environment: string;
  readonly needsRestart: boolean;
  readonly isPending: boolean;
}

export interface SettingsControl {
  readonly file: string;
  list(): readonly SettingState[];
  /** Throws, with nothing changed, when one of them cannot be used. */
  change(wishes: Readonly<Record<string, unknown>>): void;
}
