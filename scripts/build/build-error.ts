/** Why a release cannot be built, in a sentence that says what to do. `scripts/build.ts` prints it without a stack. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
