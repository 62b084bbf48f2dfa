/** The public interface of the package. */

export * from './engine.ts';
export { OcrImageError } from './errors.ts';
export { lineEngine } from './line-engine.ts';
export { type LineRecogniser, STRIP_HEIGHT, type Strip, type StripWord } from './recogniser.ts';
