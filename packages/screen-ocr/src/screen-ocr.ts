/** The public interface of the package. */

export * from './engine.ts';
export { openScreenOcr } from './line-engine.ts';
