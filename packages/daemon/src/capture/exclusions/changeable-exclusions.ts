/** Exclusions that a person may change while the screen is captured: the next picture is judged by the new ones. */
import { type ExclusionSettings, type Exclusions, exclusionsFrom } from './exclusions.ts';

export interface ChangeableExclusions extends Exclusions {
  change(settings: ExclusionSettings): void;
}

export function changeableExclusions(settings: ExclusionSettings): ChangeableExclusions {
  let current = exclusionsFrom(settings);
  return {
    change(next) {
      current = exclusionsFrom(next);
    },
    get areUrlsJudged() {
      return current.areUrlsJudged;
    },
    reasonFor: (window) => current.reasonFor(window),
    reasonWithText: (window, text) => current.reasonWithText(window, text),
    reasonBeside: (window, active) => current.reasonBeside(window, active),
    needsDescription: (window) => current.needsDescription(window),
    isUndescribed: (window) => current.isUndescribed(window),
    decide: (monitor, windows, active) => current.decide(monitor, windows, active),
  };
}
