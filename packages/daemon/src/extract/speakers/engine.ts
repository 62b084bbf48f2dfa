/**
 * What a speaker model promises: the voice of a piece of speech as a direction, so that the cosine of
 * two of them says how alike the voices are. Who speaks is decided from that by the clusterer.
 */

export interface SpeakerEngine {
  /** Which model made a vector; vectors of different models cannot be compared. */
  readonly name: string;
  /**
   * The voice in `samples` (mono, 16 kHz, -1..1) as a vector of length 1, rounded as `roundVoice` does.
   * Undefined when there is too little of it, or only silence, to say anything.
   */
  embed(samples: Float32Array): Promise<Float32Array | undefined>;
}
