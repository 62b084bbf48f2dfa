/** Wayfarer, the browser, and the invented sites that were visited with it. */
import { page, type Screen } from './look.ts';

const CSS = `
.nav { flex: none; height: 46px; display: flex; align-items: center; gap: 14px; padding: 0 16px; border-bottom: 1px solid #dfe4e8; background: #f8f9fa; color: #8a96a2; }
.nav .url { flex: 1; background: #fff; border: 1px solid #d9dfe4; border-radius: 16px; padding: 4px 16px; font-size: 13.5px; color: #33424f; }
.site { flex: 1; overflow: hidden; position: relative; }
.head { display: flex; align-items: center; gap: 28px; padding: 16px 60px; font-size: 14px; }
.head b { font-size: 19px; letter-spacing: -.01em; }
.article { width: 700px; margin: 0 auto; font-size: 17px; line-height: 1.62; }
.article h1 { font-size: 36px; line-height: 1.15; letter-spacing: -.02em; margin: 26px 0 10px; }
.article h2 { font-size: 22px; margin: 22px 0 8px; }
.article p { margin-bottom: 14px; }
.article figure { margin: 18px 0; }
.article figcaption { font-size: 13px; color: #75818e; margin-top: 6px; }
.shop { display: grid; grid-template-columns: 520px 1fr; gap: 48px; padding: 14px 60px; }
.shop h1 { font-size: 30px; letter-spacing: -.02em; line-height: 1.2; }
.price { font-size: 32px; font-weight: 700; margin: 12px 0 4px; }
.swatch { display: inline-block; border: 1px solid #cfd7dd; border-radius: 7px; padding: 7px 16px; margin: 0 8px 8px 0; font-size: 14px; }
.swatch.on { border: 2px solid #b4562f; padding: 6px 15px; font-weight: 600; }
.shop ul { margin: 14px 0 18px 20px; } .shop li { margin-bottom: 5px; }
.art { border-radius: 12px; background: linear-gradient(#f0eadf, #dcd2c0); display: flex; align-items: center; justify-content: center; }
.rows { margin: 8px 60px; border-top: 1px solid #dfe4e8; }
.rows > div { display: grid; grid-template-columns: 1fr 130px 130px 130px; padding: 14px 4px; border-bottom: 1px solid #dfe4e8; font-size: 15px; align-items: center; }
.box { border: 1px solid #dbe1e6; border-radius: 10px; padding: 16px 20px; margin-bottom: 12px; }
table.spec { border-collapse: collapse; width: 100%; font-size: 14.5px; }
table.spec td, table.spec th { border-bottom: 1px solid #e1e6ea; padding: 8px 10px; text-align: left; }
table.spec th { background: #f3f6f8; font-weight: 600; }
`;

function site(title: string, url: string, html: string): Screen {
  const body = `<div class="nav"><span aria-hidden="true">&#8592;</span><span aria-hidden="true">&#8594;</span><span class="url">${url.replace('https://', '')}</span></div><div class="site">${html}</div>`;
  return { app: 'Wayfarer', window: `${title} - Wayfarer`, url, body };
}

export function webPage(screen: Screen): string {
  return page(screen, { css: CSS });
}

const TRIPOD = `<svg width="420" height="400" viewBox="0 0 420 400"><g stroke="#3d4a45" stroke-width="11" stroke-linecap="round">
<path d="M210 150 L110 370"/><path d="M210 150 L310 370"/><path d="M210 150 L214 378"/><path d="M158 262 L266 262" stroke-width="5"/></g>
<rect x="192" y="92" width="36" height="70" rx="8" fill="#566660"/><rect x="164" y="70" width="92" height="26" rx="8" fill="#2f3a36"/>
<rect x="226" y="123" width="22" height="10" fill="#2f3a36"/><circle cx="254" cy="128" r="13" fill="#b4562f"/><g fill="#2f3a36"><circle cx="110" cy="370" r="11"/><circle cx="310" cy="370" r="11"/><circle cx="214" cy="378" r="11"/></g></svg>`;

const SHOP_HEAD = `<div class="head" style="background:#2f3a36;color:#efe8da"><b>trailhouse</b><span>Packs</span><span>Tents</span><span>Tripods</span><span>Sale</span><span style="margin-left:auto">Cart (CART)</span></div>`;

function shopHead(items: number): string {
  return SHOP_HEAD.replace('CART', String(items));
}

export function tripodShop(colour: 'Moss' | 'Basalt', inCart: number): Screen {
  const swatches = ['Moss', 'Basalt', 'Sand'].map(
    (name) => `<span class="swatch${name === colour ? ' on' : ''}">${name}</span>`,
  );
  const left = colour === 'Basalt' ? 'Only 3 left in stock' : 'In stock, ships tomorrow';
  return site(
    'Halden T2 field tripod | Trailhouse',
    'https://trailhouse.example/tripods/halden-t2',
    `${shopHead(inCart)}<div class="shop" style="padding-top:28px"><div class="art" style="height:470px">${TRIPOD}</div><div>
<p class="muted">Tripods / Field</p><h1>Halden T2 field tripod</h1><p style="margin-top:6px">4.7 of 5 from 212 reviews</p>
<p class="price">149,00 €</p><p class="muted">was 179,00 €, incl. VAT, free delivery</p>
<p style="margin:16px 0 8px;font-weight:600">Colour: ${colour}</p>${swatches.join('')}
<ul><li>Carries 8 kg at full height of 162 cm</li><li>Packs down to 44 cm, weighs 1.35 kg</li><li>Spiked feet for gravel and snow</li><li>Ten years of spare parts</li></ul>
<p style="margin-bottom:14px"><span class="tag">${left}</span></p><span class="btn" style="background:#b4562f">Add to cart</span> <span class="btn quiet">Compare</span></div></div>`,
  );
}

export function tripodCart(): Screen {
  return site(
    'Your cart | Trailhouse',
    'https://trailhouse.example/cart',
    `${shopHead(2)}<h1 style="margin:28px 60px 14px;font-size:28px">Your cart</h1><div class="rows">
<div><b>Product</b><b>Price</b><b>Quantity</b><b>Total</b></div>
<div><span>Halden T2 field tripod, Basalt</span><span>149,00 €</span><span>2</span><span>298,00 €</span></div>
<div><span>Quick release plate, 38 mm</span><span>18,50 €</span><span>2</span><span>37,00 €</span></div>
<div><span class="muted">Voucher AUTUMN10</span><span></span><span></span><span>-33,50 €</span></div>
<div><b>Total, incl. 48,14 € VAT</b><span></span><span></span><b>301,50 €</b></div></div>
<p style="margin:18px 64px">Delivery to Brightmoor Instruments, Kiln Lane 4, by Friday.</p><p style="margin:0 64px"><span class="btn" style="background:#b4562f">Go to checkout</span></p>`,
  );
}

export function tripodOrdered(): Screen {
  return site(
    'Thank you for your order | Trailhouse',
    'https://trailhouse.example/orders/TH-48213',
    `${shopHead(0)}<div style="width:640px;margin:70px auto"><h1 style="font-size:32px">Thank you, Mara!</h1>
<p style="font-size:17px;margin:12px 0 22px">Your order <b>TH-48213</b> is on its way to our packing table.</p>
<div class="box"><p><b>2 x Halden T2 field tripod, Basalt</b></p><p><b>2 x Quick release plate, 38 mm</b></p><p class="muted" style="margin-top:8px">Paid 301,50 € with the company card</p></div>
<div class="box"><p><b>Delivery</b></p><p>Brightmoor Instruments, Kiln Lane 4, between Thursday and Friday</p></div>
<p class="muted">Returns are free for 60 days. Write to help@trailhouse.example.</p></div>`,
  );
}

const ARTICLE_HEAD = `<div class="head" style="border-bottom:1px solid #e3e0d8;background:#fbfaf6"><b style="font-family:serif;font-size:22px">Weatherglass</b><span>Weather</span><span>Instruments</span><span>Letters</span></div>`;

const BAROGRAM = `<svg width="700" height="190" viewBox="0 0 700 190"><rect width="700" height="190" rx="8" fill="#f4f1e8"/><g stroke="#ddd6c4">
<path d="M40 40H680M40 80H680M40 120H680M40 160H680"/></g><path d="M40 60 C140 52 210 58 290 74 S420 150 470 158 S560 120 680 66" fill="none" stroke="#b4562f" stroke-width="3.5"/>
<g font-size="12" fill="#75818e" font-family="Inter"><text x="6" y="44">1020</text><text x="6" y="84">1005</text><text x="12" y="124">990</text><text x="12" y="164">975</text></g></svg>`;

export function article(part: 1 | 2 | 3): Screen {
  const parts = {
    1: `<h1>The glass is falling: what a pocket barometer can really tell you</h1><p class="muted">By Ines Carrow, 11 minutes to read</p>
<p>Long before satellites, a ship's officer tapped a glass tube and decided whether to reef. He did not need a number. He needed a <i>tendency</i>: how fast the pressure was moving, and whether it was speeding up.</p>
<p>A fall of more than three hectopascals in three hours means strong wind. A fall of six means a gale before the night is over. This rule of thumb is older than the telegraph, and it still beats many forecasts for the next four hours at one place.</p>
<p>Modern sensors the size of a lentil resolve the pressure of a single stair. The hard part is no longer measuring. It is knowing what to ignore: a slammed door, a lift, a car climbing a hill.</p>
<p>We spent a wet autumn on the Hebridean coast with five small stations to find out which of them cried wolf, and which stayed silent when the roof went.</p>`,
    2: `<h2>Three hours in November</h2><p>The storm of the ninth came in the textbook way. At noon the trace bent; by two it was a slope, by three a cliff. All five stations saw it, but only two said so in time.</p>
<figure>${BAROGRAM}<figcaption>Pressure in hectopascals at Balranald, 9 November, as recorded by the reference instrument.</figcaption></figure>
<p>The difference was not the sensor. Four of the five carry the same part. It was the smoothing: a window of thirty minutes hides exactly the bend that a sailor looks for, while a window of two minutes rings the alarm for every gust.</p>
<p>The best of the five used a median over eleven minutes and compared slopes, not values. It also admitted when it did not know, which we found oddly calming.</p>`,
    3: `<h2>What to look for when you buy one</h2><p>Ask for the tendency, not the forecast icon. Ask how it behaves in a moving car. Ask how long the battery lasts at minus ten degrees, because that is where you will need it: the figures on the box are measured on a desk.</p>
<p>And ask whether your readings stay yours. Two of the five stations stopped working when their maker's servers did. A barometer that needs a login is a decoration.</p>
<h2>Letters</h2><p>A reader from Bergen writes that her grandfather's aneroid, last adjusted in 1958, was off by two hectopascals and right about every storm. We believe her.</p>
<p>Another asks about storm petrels, the small birds that sailors took for messengers of bad weather. They do not foretell it. They shelter behind ships because of it, which is the better strategy.</p>`,
  };
  return site(
    'The glass is falling | Weatherglass',
    'https://weatherglass.example/instruments/the-glass-is-falling',
    `${ARTICLE_HEAD}<div class="article">${parts[part]}</div>`,
  );
}

export function recipe(): Screen {
  return site(
    'Kartoffelsuppe mit Majoran | Küchenzettel',
    'https://kuechenzettel.example/suppen/kartoffelsuppe',
    `<div class="head" style="background:#f6efe2"><b style="color:#8a4b2d">Küchenzettel</b><span>Suppen</span><span>Brot</span><span>Eingemachtes</span></div>
<div class="shop" lang="de" style="grid-template-columns:1fr 360px;padding-top:22px"><div><h1>Kartoffelsuppe mit Majoran und gerösteten Zwiebeln</h1><p class="muted" style="margin:8px 0 16px">Für vier Personen, 40 Minuten, schmeckt am nächsten Tag noch besser</p>
<p style="font-size:16px;margin-bottom:12px">Die Zwiebeln langsam in Butter bräunen, bis sie süß riechen. Die Hälfte beiseitestellen, sie kommt am Ende obenauf.</p>
<p style="font-size:16px;margin-bottom:12px">Kartoffeln, Möhren und Sellerie würfeln, kurz mitschwitzen und mit der Brühe aufgießen. Zwanzig Minuten köcheln lassen.</p>
<p style="font-size:16px;margin-bottom:12px">Ein Drittel der Suppe pürieren und zurückgeben: so wird sie sämig, ohne dass Mehl hineinmuss. Mit Majoran, Muskat und einem Löffel Senf abschmecken.</p>
<p style="font-size:16px">Wer es kräftiger mag, brät ein paar Würfel geräucherten Tofu oder Speck mit.</p></div>
<div class="box" style="background:#fbf8f1;height:fit-content"><p style="font-weight:700;margin-bottom:8px">Zutaten</p><p>800 g mehligkochende Kartoffeln</p><p>2 Möhren</p><p>1 Stück Knollensellerie</p><p>3 große Zwiebeln</p><p>1,2 l Gemüsebrühe</p><p>40 g Butter</p><p>2 TL getrockneter Majoran</p><p>1 EL mittelscharfer Senf</p><p>Muskat, Salz, Pfeffer</p></div></div>`,
  );
}

export function train(step: 'results' | 'booked'): Screen {
  const head = `<div class="head" style="background:#20435c;color:#e6eff5"><b>Nordlinie</b><span>Fahrplan</span><span>Buchungen</span><span style="margin-left:auto">Mara Ellison</span></div>`;
  const rows = [
    ['05:52 - 09:41', 'Gleis 4, 1 Umstieg', '44,90 €'],
    ['07:36 - 10:58', 'Gleis 8, direkt', '59,90 €'],
    ['09:36 - 12:58', 'Gleis 8, direkt', '71,90 €'],
    ['11:52 - 15:47', 'Gleis 3, 1 Umstieg', '49,90 €'],
  ]
    .map(
      ([time, how, price]) =>
        `<div><b>${time}</b><span>${how}</span><b>${price}</b><span class="btn quiet" style="text-align:center">Wählen</span></div>`,
    )
    .join('');
  const html =
    step === 'results'
      ? `${head}<h1 lang="de" style="margin:28px 60px 4px;font-size:26px">Bremen Hbf nach Hamburg Hbf, Mittwoch</h1><p lang="de" class="muted" style="margin:0 60px 14px">1 Reisende, 2. Klasse, Ruhebereich</p><div class="rows" lang="de">${rows}</div>
<p lang="de" style="margin:16px 64px" class="muted">Preise gelten für den nächsten Abschnitt der Buchung. Sitzplatz inklusive.</p>`
      : `${head}<div lang="de" style="width:640px;margin:60px auto"><h1 style="font-size:30px">Ihre Reise ist gebucht</h1><p style="font-size:17px;margin:10px 0 20px">Buchungscode <b>K7Q2PX</b></p>
<div class="box"><p><b>07:36 Bremen Hbf, Gleis 8</b></p><p><b>10:58 Hamburg Hbf, Gleis 12</b></p><p class="muted" style="margin-top:8px">Direkt, Wagen 5, Platz 62, Fenster, Ruhebereich</p></div>
<div class="box"><p>59,90 € bezahlt mit der Firmenkarte. Die Rechnung ging an mara@brightmoor.example.</p></div><p class="muted">Kostenlos stornierbar bis zum Vortag um 18 Uhr.</p></div>`;
  const title = step === 'results' ? 'Verbindungen | Nordlinie' : 'Buchung bestätigt | Nordlinie';
  return site(
    title,
    `https://nordlinie.example/${step === 'results' ? 'fahrplan' : 'buchung/K7Q2PX'}`,
    html,
  );
}

export function datasheet(part: 1 | 2): Screen {
  const rows = (cells: string[][]) =>
    cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  const tables = {
    1: `<h2>Electrical characteristics</h2><table class="spec"><tr><th>Parameter</th><th>Condition</th><th>Typical</th><th>Maximum</th></tr>${rows(
      [
        ['Supply voltage', '', '1.8 V', '3.6 V'],
        ['Current, one sample per second', '25 °C', '2.7 µA', '3.4 µA'],
        ['Current, one sample per minute', '25 °C', '0.9 µA', '1.2 µA'],
        ['Sleep current', '-20 °C to 60 °C', '0.5 µA', '0.8 µA'],
        ['Pressure resolution', 'oversampling x16', '0.016 hPa', ''],
        ['Absolute accuracy', '900 to 1100 hPa', '±0.5 hPa', '±1.0 hPa'],
        ['Temperature drift', '', '0.75 Pa/K', '1.5 Pa/K'],
      ],
    )}</table><p style="margin-top:16px">The first conversion after sleep reads low by up to 0.3 hPa. Discard it, or wait 12 ms after power-up.</p>`,
    2: `<h2>Register map</h2><table class="spec mono" style="font-size:13.5px"><tr><th>Address</th><th>Name</th><th>Reset</th><th>Meaning</th></tr>${rows(
      [
        ['0x00', 'CHIP_ID', '0x3A', 'identity of the part'],
        ['0x04', 'PRESS_XLSB', '0x00', 'pressure, lowest byte'],
        ['0x05', 'PRESS_LSB', '0x00', 'pressure, middle byte'],
        ['0x06', 'PRESS_MSB', '0x80', 'pressure, highest byte'],
        ['0x1B', 'PWR_CTRL', '0x00', 'mode: sleep, forced, normal'],
        ['0x1C', 'OSR', '0x02', 'oversampling of pressure and temperature'],
        ['0x1D', 'ODR', '0x00', 'output data rate'],
        ['0x1F', 'IIR', '0x00', 'coefficient of the filter, 0 to 127'],
        ['0x7E', 'CMD', '0x00', '0xB6 resets the part'],
      ],
    )}</table><p style="margin-top:16px">Write OSR only in sleep mode. Other writes are ignored without an error.</p>`,
  };
  return site(
    'BX-380 pressure sensor, data sheet | Dunlin Semi',
    'https://dunlinsemi.example/parts/bx-380/datasheet',
    `<div class="head" style="border-bottom:1px solid #dfe4e8"><b style="color:#3b3f8f">Dunlin Semi</b><span>Parts</span><span>Support</span><span class="muted" style="margin-left:auto">BX-380, revision 1.4</span></div><div class="article" style="width:860px;font-size:15px">${tables[part]}</div>`,
  );
}

export function weather(): Screen {
  const days = [
    ['Tonight', '4°', 'rain from the west, gusts to 60 km/h'],
    ['Wednesday', '6°', 'showers, clearing at noon'],
    ['Thursday', '3°', 'dry, low sun, light wind'],
    ['Friday', '1°', 'first frost, fog in the morning'],
  ]
    .map(
      ([day, degrees, text]) =>
        `<div class="box" style="width:255px;margin:0"><p class="muted">${day}</p><p style="font-size:34px;font-weight:650">${degrees}</p><p>${text}</p></div>`,
    )
    .join('');
  return site(
    'Bremen, four days | Isobar',
    'https://isobar.example/bremen',
    `<div class="head" style="background:#27506b;color:#e9f2f7"><b>isobar</b><span>Maps</span><span>Stations</span><span>Warnings</span></div><div style="padding:36px 60px"><h1 style="font-size:30px">Bremen</h1>
<p style="font-size:17px;margin:6px 0 24px">Pressure 1006.1 hPa and falling: 2.1 in the last three hours</p><div style="display:flex;gap:20px">${days}</div>
<div class="box" style="margin-top:26px;background:#fdf3e3;border-color:#ecd5ad"><b>Wind warning</b><p>Gusts of 60 to 70 km/h between 21:00 and 03:00. Thursday stays dry: good light for photos on roofs.</p></div></div>`,
  );
}
