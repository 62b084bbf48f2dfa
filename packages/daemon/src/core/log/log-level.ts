/** The levels of the log, apart from `log.ts` so that reading the settings does not load the logging library. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
