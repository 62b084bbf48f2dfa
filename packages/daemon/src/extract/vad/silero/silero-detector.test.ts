import { voiceDetectorConformance } from '../engine.conformance.ts';
import { sileroDetector } from './silero-detector.ts';
import { loadSilero } from './silero-model.ts';

const silero = await loadSilero();
voiceDetectorConformance(() => sileroDetector(silero));
