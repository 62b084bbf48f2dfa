/** What the rest of the service may ask of search by meaning. */
import { errorText, ServiceError } from '#core/errors.ts';

/** `no_model`: it would work if the model were installed. */
export type MeaningAvailability = 'ready' | 'no_model' | 'off';

export interface MeaningControl {
  availability(): Promise<MeaningAvailability>;
  /** One vector for each text. Rejects with MeaningUnavailableError, and with the reason of `signal`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Int8Array[]>;
  /** How well each text answers the question, in their order: only good for comparing. Rejects as `embed`. */
  compare(question: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array>;
}

export const MEANING_HINTS: Readonly<Record<MeaningAvailability, string | null>> = {
  ready: null,
  no_model: 'Run "hindcast models pull minilm-moments" (17 MB, once); nothing has to be restarted.',
  off: 'Set meaning.enabled to true and start the service again.',
};

const REASONS = { no_model: 'its model is not installed', off: 'it is turned off' };

export class MeaningUnavailableError extends ServiceError {
  constructor(why: Exclude<MeaningAvailability, 'ready'>) {
    super(
      errorText('MEANING_UNAVAILABLE', { reason: REASONS[why], hint: MEANING_HINTS[why] ?? '' }),
    );
  }
}

export function absentMeaning(): MeaningControl {
  const refuse = async () => {
    throw new MeaningUnavailableError('off');
  };
  return { availability: async () => 'off', embed: refuse, compare: refuse };
}
