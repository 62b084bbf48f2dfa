// Notifies you when a word of yours turns up in new content. The same word then stays quiet for a while, because what is on
// the screen is seen again and again; that is kept, so it holds over restarts too.
import { definePipe, type Item } from '@hindcast/pipe-sdk';

interface Config {
  words: string[];
  quietMinutes: number;
}

export default definePipe<Config>({
  name: 'Keyword alert',
  description: 'Notifies you when one of your words appears.',
  async process(data, ctx) {
    const nowMs = Date.parse(data.startedAt);
    const quietMs = ctx.config.quietMinutes * 60_000;
    for (const word of ctx.config.words) {
      const found = data.items.find((item) => holds(textOf(item), word));
      if (!found) continue;
      const key = `last alert: ${word.toLowerCase()}`;
      const lastMs = (await ctx.state.get<number>(key)) ?? -Infinity;
      if (nowMs - lastMs < quietMs) continue;
      ctx.signal.throwIfAborted();
      const place = placeOf(found);
      const isShown = await ctx.notify({ title: `"${word}" appeared`, body: place });
      ctx.log.info(`"${word}" in ${place}${isShown ? '' : ' (no desktop to notify)'}`);
      await ctx.state.set(key, nowMs);
    }
    return data.items.length;
  },
});

/** As a whole word: "art" is not in "start". */
function holds(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

function textOf(item: Item): string {
  switch (item.type) {
    case 'Audio':
      return item.content.transcription;
    case 'Input':
      return item.content.text_content ?? '';
    default:
      return `${item.content.window_name}\n${item.content.text}`;
  }
}

function placeOf(item: Item): string {
  switch (item.type) {
    case 'Audio':
      return item.content.speaker?.name || item.content.device_name;
    case 'Input':
      return item.content.app_name ?? '';
    default:
      return `${item.content.app_name}: ${item.content.window_name}`;
  }
}
