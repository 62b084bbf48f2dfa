/** The inside of the thread that plans the redaction of one frame. Started by `plan-in-thread.ts` only. */
import { parentPort, workerData } from 'node:worker_threads';
import { type FrameReading, planRedaction } from './plan.ts';

parentPort?.postMessage(planRedaction(workerData as FrameReading));
