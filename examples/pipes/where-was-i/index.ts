// The last few things you worked on, newest first: run it after lunch or a call.
import { definePipe } from '@hindcast/pipe-sdk';

interface Config {
  minutes: number;
  notify: boolean;
}

const SHOWN = 5;

export default definePipe<Config>({
  name: 'Remind me what I was doing',
  description: 'Reminds you what you were doing before a break.',
  async process(data, ctx) {
    const sinceMs = Date.parse(data.startedAt) - ctx.config.minutes * 60_000;
    const { data: frames } = await ctx.query.search({
      content_type: 'ocr',
      limit: 500,
      start_time: new Date(sinceMs).toISOString(),
    });
    ctx.signal.throwIfAborted();
    const places = new Map<string, string>();
    for (const frame of frames) {
      if (frame.type !== 'OCR') continue;
      const { app_name, window_name, timestamp } = frame.content;
      const place = window_name === '' ? app_name : `${window_name} (${app_name})`;
      if (!places.has(place)) places.set(place, timestamp.slice(11, 16));
    }
    const lines = [...places].slice(0, SHOWN).map(([place, time]) => `${time} ${place}`);
    if (lines.length === 0) lines.push('Nothing was recorded in that time.');
    for (const line of lines) ctx.log.info(line);
    if (ctx.config.notify) {
      await ctx.notify({ title: 'You were working on', body: lines.join('\n') });
    }
    return { itemsProcessed: frames.length, message: lines.join('\n') };
  },
});
