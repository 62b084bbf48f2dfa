// Time per app and per site. A frame stands for the time up to the next one, unless that is a pause.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definePipe, type OcrItem } from '@hindcast/pipe-sdk';

interface Config {
  folder: string;
  hours: number;
  mostGapSeconds: number;
}

const PAGE = 1_000;

export default definePipe<Config>({
  name: 'Time per app and site',
  description: 'Adds up the time you spent in each app and on each site.',
  async process(data, ctx) {
    const endMs = Date.parse(data.startedAt);
    const range = {
      start_time: new Date(endMs - ctx.config.hours * 3_600_000).toISOString(),
      end_time: data.startedAt,
    };
    const apps = new Map<string, number>();
    const sites = new Map<string, number>();
    let before: OcrItem | undefined;
    let count = 0;
    for (let offset = 0; ; offset += PAGE) {
      const page = await ctx.query.timeline({ ...range, content_type: 'ocr', limit: PAGE, offset });
      // The report of an earlier run is worth more than half a report.
      ctx.signal.throwIfAborted();
      for (const item of page.data) {
        if (item.type !== 'OCR') continue;
        if (before) addTime(before, item, ctx.config.mostGapSeconds, { apps, sites });
        before = item;
        count += 1;
      }
      if (count >= page.pagination.total || page.data.length === 0) break;
    }
    const folder = ctx.config.folder || ctx.outputFolder;
    const day = data.startedAt.slice(0, 10);
    await writeFile(join(folder, `time-${day}.md`), report(day, apps, sites));
    await writeFile(join(folder, `time-${day}.csv`), csv(apps, sites));
    ctx.log.info(`${apps.size} apps and ${sites.size} sites`);
    return count;
  },
});

function addTime(
  from: OcrItem,
  to: OcrItem,
  mostGapSeconds: number,
  totals: { apps: Map<string, number>; sites: Map<string, number> },
): void {
  const gap = (Date.parse(to.content.timestamp) - Date.parse(from.content.timestamp)) / 1_000;
  if (gap > mostGapSeconds) return;
  const { app_name, browser_url } = from.content;
  totals.apps.set(app_name, (totals.apps.get(app_name) ?? 0) + gap);
  const site = browser_url === null ? undefined : URL.parse(browser_url)?.hostname;
  if (site) totals.sites.set(site, (totals.sites.get(site) ?? 0) + gap);
}

function sorted(totals: ReadonlyMap<string, number>): [string, number][] {
  return [...totals].sort((a, b) => b[1] - a[1]);
}

function report(day: string, apps: Map<string, number>, sites: Map<string, number>): string {
  const table = (title: string, totals: Map<string, number>) => [
    `| ${title} | Time |`,
    '|---|---:|',
    ...sorted(totals).map(
      ([name, secs]) => `| ${name.replaceAll('|', '\\|')} | ${duration(secs)} |`,
    ),
    '',
  ];
  return [`# Time of ${day}`, '', ...table('App', apps), ...table('Site', sites)].join('\n');
}

function csv(apps: Map<string, number>, sites: Map<string, number>): string {
  const rows = (kind: string, totals: Map<string, number>) =>
    sorted(totals).map(
      ([name, secs]) => `${kind},"${name.replaceAll('"', '""')}",${Math.round(secs)}`,
    );
  return `${['kind,name,seconds', ...rows('app', apps), ...rows('site', sites)].join('\n')}\n`;
}

function duration(secs: number): string {
  const minutes = Math.round(secs / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
