/** Entry of the OCR thread. Started by `ocr.ts` only. */
import { runOcrThread } from './run-ocr-thread.ts';

await runOcrThread();
