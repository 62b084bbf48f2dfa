/** The public interface of the package. */

export * from './engine.ts';
export { applyDelta } from './frames/frame-delta.ts';
export { openScreenOcr } from './line-engine.ts';
