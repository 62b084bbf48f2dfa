/** `ctx.notify`: shows notifications on the desktop, so many a minute. */
import { PipePermissionError } from '../../errors.ts';
import { checkedText, type HostSide } from '../facility.ts';

const MOST_TITLE_CHARACTERS = 200;
const MOST_BODY_CHARACTERS = 2_000;
const NOTIFICATIONS_PER_MINUTE = 10;

export const notifyHost: HostSide = ({ notifier, nowMs }) => {
  const mayNotify = limiter(NOTIFICATIONS_PER_MINUTE, nowMs);
  return {
    async notify({ pipeId }, [title, body]) {
      if (!mayNotify(pipeId)) {
        throw new PipePermissionError(
          `show more than ${NOTIFICATIONS_PER_MINUTE} notifications a minute`,
          'Put several things into one.',
        );
      }
      return notifier.notify(
        checkedText(title, MOST_TITLE_CHARACTERS, 'a title'),
        checkedText(body, MOST_BODY_CHARACTERS, 'a text'),
      );
    },
  };
};

/** So many a minute for each pipe. */
function limiter(perMinute: number, nowMs: () => number): (pipeId: string) => boolean {
  const recent = new Map<string, number[]>();
  return (pipeId) => {
    const times = (recent.get(pipeId) ?? []).filter((atMs) => atMs > nowMs() - 60_000);
    if (times.length >= perMinute) return false;
    recent.set(pipeId, [...times, nowMs()]);
    return true;
  };
}
