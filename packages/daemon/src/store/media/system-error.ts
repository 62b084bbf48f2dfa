/** Whether the system refused a call with one of these codes (`ENOSPC`, `EMFILE` …). */
export function hasCode(cause: unknown, ...codes: string[]): boolean {
  return cause instanceof Error && 'code' in cause && codes.includes(String(cause.code));
}
