/** How long the steps of the pipeline take, told where they end; whoever draws histograms listens. */
export type Stage = 'capture' | 'ocr' | 'transcription' | 'write' | 'search';

export type StageTimes = (stage: Stage, durationMs: number) => void;

export const NOBODY_MEASURES: StageTimes = () => {};
