/** What people and the clusterer change about speakers. */
import { audioWriter } from '../audio/audio.ts';
import type { WriteKernel } from '../kernel/kernel.ts';

export const speakerWrites = ({ part }: WriteKernel) => part(audioWriter).speakers;
