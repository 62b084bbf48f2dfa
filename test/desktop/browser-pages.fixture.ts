/** The pages that a browser shows in tests, and how those are found in pictures that must not be kept. */
import sharp from 'sharp';

// Pages that must not be kept are of this colour, which nothing else on the desktop has.
const SECRET = { red: 255, green: 0, blue: 255 };

const PAGES: Readonly<Record<string, string>> = {
  garden: `<title>Garden diary</title><h1>The marigold almanac</h1>
    <p><input aria-label="Garden note"> <a href="/kitchen">Kitchen pages</a></p>
    <p><button onclick="out.textContent += ' ' + words.shift()">Reveal</button></p><p id="out"></p>
    <script>const words = ['paprika', 'cardamom', 'turmeric', 'coriander', 'fenugreek', 'sumac'];</script>
    <p style="margin-top: 3000px">The chrysanthemum border is far below.</p>`,
  kitchen: '<title>Kitchen pages</title><h1>Quince marmalade</h1>',
  login: `<title>Sign in</title><h1>Velvet entrance</h1>
    <input id="user" autofocus> <input type="password" id="password">`,
  bank: '<title>Account</title><h1>Overdraft platinum</h1><input autofocus>',
  party: '<title>Surprise</title><h1>Balloon confetti</h1><input autofocus>',
  vault: '<title>Logins | Bitwarden Web Vault</title><h1>Mastodon passphrase</h1><input autofocus>',
};

const SECRET_PAGES = new Set(['bank', 'party', 'vault']);

export function pageOf(path: string): string {
  const isSecret = SECRET_PAGES.has(path);
  const colour = isSecret ? `rgb(${SECRET.red}, ${SECRET.green}, ${SECRET.blue})` : 'white';
  return `<!doctype html><body style="background: ${colour}">${PAGES[path] ?? ''}`;
}

/** Compression changes colours a little. */
export async function secretPixelsIn(file: string): Promise<number> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red > SECRET.red - 30 && green < SECRET.green + 30 && blue > SECRET.blue - 30) count += 1;
  }
  return count;
}
