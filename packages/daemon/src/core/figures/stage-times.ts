/** How long the steps of the pipeline take, reported where they end; the metrics listen. */
export type Stage = 'capture' | 'ocr' | 'transcription' | 'write' | 'search';

export type StageTimes = (stage: Stage, durationMs: number) => void;

export const NOBODY_MEASURES: StageTimes = () => {};
