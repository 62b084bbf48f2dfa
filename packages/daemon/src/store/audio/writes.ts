/** Recordings and what was said in them. */
import type { WriteKernel } from '../kernel/kernel.ts';
import { audioWriter } from './audio.ts';

export const audioWrites = ({ part }: WriteKernel) => part(audioWriter).audio;
