/** What the exit code of `hindcast` says; `start` passes on the code of the service. */
export const EXIT = {
  ok: 0,
  failure: 1,
  /** The command line cannot be understood. */
  usage: 2,
  /** The service is not running. */
  notRunning: 3,
  /** Something that was stored is damaged or lost. */
  damaged: 4,
} as const;
