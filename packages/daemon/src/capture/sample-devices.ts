/** What the devices of the sample day are called, in the stored day and by the sources that go on with it. */
export const SAMPLE_MICROPHONE = 'Sample microphone (input)';
export const SAMPLE_LOUDSPEAKER = 'Sample loudspeaker (output)';
