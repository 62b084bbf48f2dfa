/** Which windows are calls, by what the programs write into their titles and addresses. Pure. */

interface Place {
  appName: string;
  windowName: string;
  browserUrl: string | null;
}

const APPS: readonly { app: RegExp; window: RegExp }[] = [
  { app: /zoom/i, window: /meeting|webinar|breakout/i },
  { app: /teams/i, window: /meeting|call|besprechung|réunion/i },
  { app: /webex/i, window: /meeting|event|personal room/i },
  { app: /slack/i, window: /huddle/i },
  { app: /skype|signal|whatsapp|telegram/i, window: /\bcall\b/i },
  { app: /facetime|google meet|jitsi|gotomeeting|bluejeans|around|tuple/i, window: /./ },
];

const PAGES: readonly RegExp[] = [
  /^https?:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}/i,
  /^https?:\/\/[\w.-]*zoom\.us\/(?:wc|j|s)\//i,
  /^https?:\/\/teams\.(?:microsoft|live)\.com\/.*meet/i,
  /^https?:\/\/[\w.-]*webex\.com\/.*(?:meet|webappng)/i,
  /^https?:\/\/(?:meet\.jit\.si|whereby\.com|app\.gather\.town|[\w.-]*daily\.co)\/[\w-]+/i,
];

export function isCallWindow({ appName, windowName, browserUrl }: Place): boolean {
  if (browserUrl) {
    // Browsers show addresses without their scheme.
    const url = /^[a-z]+:/i.test(browserUrl) ? browserUrl : `https://${browserUrl}`;
    return PAGES.some((page) => page.test(url));
  }
  return APPS.some(({ app, window }) => app.test(appName) && window.test(windowName));
}
