/** What the HTTP side may do with the person's agreement to be recorded. */
export interface AgreementControl {
  readonly dataDir: string;
  /** What a person types to start this service. */
  readonly startCommand: string;
  status(): {
    readonly state: 'not_required' | 'waiting' | 'given';
    readonly givenAtMs: number | undefined;
    readonly startsAtLogin: boolean;
  };
  /** Resolves when recording has started with the settings of now. Rejects with LOGIN_START_FAILED, and nothing has changed then. */
  give(startAtLogin: boolean | undefined): Promise<void>;
}
