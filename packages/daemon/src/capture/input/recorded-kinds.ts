/** Which kinds of events are noted: those that a person wants and this desktop reports. Pure. */
import type { DesktopSources, RawInput } from '#capture/source.ts';
import type { InputEvent } from '#core/observation.ts';
import type { InputSettings } from './activity.ts';

export type InputKind = InputEvent['type'];

export function recordedKinds(
  { input, windows }: Pick<DesktopSources, 'input' | 'windows'>,
  settings: InputSettings,
): InputKind[] {
  const isTold = (kind: RawInput['kind']) => input?.kinds.includes(kind) ?? false;
  const isFollowed = settings.focus && windows !== undefined;
  const kinds: readonly (readonly [InputKind, boolean])[] = [
    ['click', settings.clicks && isTold('button')],
    ['scroll', settings.scroll && isTold('wheel')],
    ['key', settings.typing !== 'off' && isTold('key')],
    ['text', settings.typing === 'text' && isTold('key')],
    ['clipboard', settings.clipboard && isTold('clipboard')],
    ['app_switch', isFollowed],
    ['window_focus', isFollowed],
  ];
  return kinds.filter(([, isRecorded]) => isRecorded).map(([kind]) => kind);
}
