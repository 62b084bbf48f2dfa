/** Parley, the team chat, and Roundtable, the video call. */
import { face, page, type Screen } from './look.ts';

const CSS = `
.feed { flex: 1; display: flex; flex-direction: column; min-width: 0; }
.feed h2 { flex: none; font-size: 16px; padding: 13px 24px; border-bottom: 1px solid #e5e9ec; }
.feed h2 span { font-size: 13px; font-weight: 400; color: #75818e; margin-left: 12px; }
.feed .all { flex: 1; display: flex; flex-direction: column; justify-content: flex-end; padding: 12px 24px; gap: 15px; overflow: hidden; }
.msg { display: flex; gap: 13px; } .msg b { font-weight: 650; } .msg b span { font-weight: 400; font-size: 12px; color: #8a96a2; margin-left: 9px; }
.msg p { max-width: 760px; font-size: 14.5px; }
.write { flex: none; margin: 4px 24px 18px; border: 1px solid #cfd7dd; border-radius: 9px; padding: 11px 16px; color: #33424f; }
.call { flex: 1; background: #161d24; padding: 14px; display: grid; gap: 12px; grid-template-columns: 1fr 260px; }
.stage { border-radius: 10px; overflow: hidden; background: #f4f6f7; position: relative; color: #1f2733; }
.tiles { display: flex; flex-direction: column; gap: 12px; }
.tile { position: relative; height: 168px; border-radius: 10px; overflow: hidden; }
.tile span, .full span { position: absolute; left: 10px; bottom: 8px; background: #0009; color: #fff; border-radius: 5px; padding: 1px 9px; font-size: 12.5px; }
.full { position: relative; border-radius: 10px; overflow: hidden; grid-column: 1 / 3; }
.notes { flex: 1; border-radius: 10px; background: #202932; color: #d3dce5; padding: 12px 16px; font-size: 13px; overflow: hidden; }
.notes b { display: block; margin-bottom: 6px; } .notes p { margin-bottom: 6px; line-height: 1.45; }
.controls { flex: none; height: 54px; background: #161d24; display: flex; gap: 12px; justify-content: center; align-items: center; }
.controls span { background: #2b3641; color: #e6edf3; border-radius: 18px; padding: 6px 18px; font-size: 13px; } .controls .end { background: #b4493a; }
`;

export interface ChatLine {
  who: string;
  time: string;
  text: string;
}

export function chat(
  channel: string,
  topic: string,
  lines: readonly ChatLine[],
  draft = '',
): Screen {
  const channels = ['general', 'petrel-launch', 'firmware', 'suppliers', 'random'];
  const people = ['Priya Raman', 'Oskar Lund', 'Dele Adeyemi'];
  const item = (name: string) =>
    `<p class="${name === channel ? 'on' : ''}">${people.includes(name) ? name : `# ${name}`}</p>`;
  const messages = lines.map(
    ({ who, time, text }) =>
      `<div class="msg">${face(who, 36)}<div><b>${who}<span>${time}</span></b><p>${text}</p></div></div>`,
  );
  const body = `<div class="main"><div class="side"><h5>Channels</h5>${channels.map(item).join('')}<h5>People</h5>${people.map(item).join('')}</div>
<div class="feed"><h2>${people.includes(channel) ? channel : `# ${channel}`}<span>${topic}</span></h2><div class="all">${messages.join('')}</div>
<div class="write">${draft || '<span class="muted">Write a message</span>'}</div></div></div>`;
  return { app: 'Parley', window: `${channel} - Brightmoor - Parley`, body };
}

/** A person before a wall, in two tones. */
function portrait(wall: string, coat: string, hair: string): string {
  return `<svg width="100%" height="100%" viewBox="0 0 260 168" preserveAspectRatio="xMidYMid slice"><rect width="260" height="168" fill="${wall}"/>
<rect x="18" y="14" width="62" height="70" fill="#ffffff22"/><rect x="196" y="20" width="46" height="110" fill="#00000018"/>
<path d="M62 168c4-42 34-56 68-56s64 14 68 56z" fill="${coat}"/><rect x="117" y="92" width="26" height="28" rx="10" fill="#d8a587"/>
<ellipse cx="130" cy="70" rx="27" ry="33" fill="#e3b497"/><path d="M101 70c-4-44 62-48 58-2-6-16-18-22-28-22s-24 8-30 24z" fill="${hair}"/></svg>`;
}

const MARA = portrait('#6d8390', '#7b4b3a', '#4a2f22');
const JONAS = portrait('#8a8f7c', '#2f4a5c', '#c79a55');

/** The enclosure as a drawing with its measures; the text in it is part of the screen. */
const DRAWING = `<svg width="100%" height="100%" viewBox="0 0 920 600"><rect width="920" height="600" fill="#fbfcfc"/><g fill="none" stroke="#2d4a63" stroke-width="2">
<rect x="120" y="130" width="330" height="250" rx="46"/><rect x="142" y="152" width="286" height="206" rx="32" stroke-dasharray="6 5"/><circle cx="285" cy="255" r="58"/><circle cx="285" cy="255" r="40"/>
<rect x="560" y="130" width="118" height="250" rx="20"/><path d="M560 205H678M560 305H678"/><path d="M120 430H450M120 420V440M450 420V440M472 130V380M462 130H482M462 380H482M560 430H678M560 420V440M678 420V440" stroke-width="1.4"/></g>
<g fill="#c9584c"><path d="M424 150l34-44 3 3-33 44z"/></g><g font-family="Inter" font-size="17" fill="#22384a"><text x="262" y="456">96.0 mm</text><text x="480" y="262">72.0 mm</text><text x="586" y="456">31.5 mm</text>
<text x="420" y="98" fill="#b4493a" font-weight="600">wall 2.2 mm here, was 1.8</text><text x="700" y="210">Gasket groove</text><text x="700" y="310">Vent membrane</text>
<text x="120" y="70" font-size="24" font-weight="600">Petrel enclosure, revision C</text><text x="120" y="540" font-size="15">Nordhaven Gehäusetechnik GmbH</text><text x="470" y="540" font-size="15">Material: ASA, colour basalt, IP54</text></g></svg>`;

const PRICES = `<div style="padding:44px 56px"><h1 style="font-size:28px;margin-bottom:22px">Offer 2291, enclosure Petrel</h1><table style="border-collapse:collapse;font-size:18px;width:100%">
<tr style="background:#eef2f4"><td style="padding:11px 14px"><b>Quantity</b></td><td><b>Price per piece</b></td><td><b>Delivery</b></td></tr>
<tr><td style="padding:11px 14px">1 000</td><td>13,90 €</td><td>5 weeks</td></tr><tr style="border-top:1px solid #dfe4e8"><td style="padding:11px 14px">2 000</td><td>12,40 €</td><td>6 weeks</td></tr>
<tr style="border-top:1px solid #dfe4e8;background:#f3f7e9"><td style="padding:11px 14px"><b>2 400</b></td><td><b>11,80 €</b></td><td><b>6 weeks</b></td></tr><tr style="border-top:1px solid #dfe4e8"><td style="padding:11px 14px">5 000</td><td>10,60 €</td><td>9 weeks</td></tr></table>
<p style="margin-top:26px;font-size:17px">Tooling change for the thicker wall: 1 950 €. Deposit 30 % with the order, rest 14 days after delivery.</p></div>`;

export interface CallView {
  stage: 'faces' | 'drawing' | 'prices';
  notes: readonly string[];
  speaking: 'Mara Ellison' | 'Jonas Weidel';
}

export function call(view: CallView): Screen {
  const tile = (name: string, picture: string) =>
    `<div class="tile" style="box-shadow:${view.speaking === name ? '0 0 0 3px #d9a05b' : 'none'}">${picture}<span>${name}</span></div>`;
  const notes = `<div class="notes"><b>Shared notes</b>${view.notes.map((note) => `<p>${note}</p>`).join('')}</div>`;
  const tiles = `<div class="tiles">${tile('Jonas Weidel', JONAS)}${tile('Mara Ellison', MARA)}${notes}</div>`;
  const stage =
    view.stage === 'faces'
      ? `<div class="stage" style="background:none">${JONAS}<div class="full" style="position:absolute;inset:0"><span>Jonas Weidel, Nordhaven</span></div></div>`
      : `<div class="stage">${view.stage === 'drawing' ? DRAWING : PRICES}</div>`;
  const body = `<div class="call" style="min-height:0">${stage}${tiles}</div><div class="controls"><span>Mute</span><span>Camera</span><span>Share screen</span><span>Notes</span><span class="end">Leave</span></div>`;
  return { app: 'Roundtable', window: 'Nordhaven x Brightmoor: enclosure - Roundtable', body };
}

export function chatPage(screen: Screen): string {
  return page(screen, { css: CSS });
}

export function callPage(screen: Screen): string {
  return page(screen, { css: CSS, dark: true });
}
