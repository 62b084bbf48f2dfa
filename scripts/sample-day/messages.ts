/** The mails of the day, in four languages. People, companies and prices are invented. */
import type { Message } from './mail.ts';

export const OFFER: Message = {
  from: 'Jonas Weidel',
  address: 'j.weidel@nordhaven.example',
  subject: 'Angebot 2291: Gehäuse Petrel, Revision C',
  preview: 'anbei wie besprochen unser Angebot',
  time: '08:41',
  lang: 'de',
  body: `<p>Liebe Frau Ellison,</p><p>anbei wie besprochen unser überarbeitetes Angebot für das Gehäuse der Wetterstation Petrel. Die Wandstärke an der Lasche haben wir auf 2,2 mm erhöht, damit die Dichtung auch bei Frost hält.</p>
<table><tr><th>Menge</th><th>Preis pro Stück</th><th>Lieferzeit</th></tr><tr><td>1.000</td><td>13,90 €</td><td>5 Wochen</td></tr><tr><td>2.000</td><td>12,40 €</td><td>6 Wochen</td></tr><tr><td>2.400</td><td>11,80 €</td><td>6 Wochen</td></tr></table>
<p>Die Werkzeuganpassung kostet einmalig 1.950 €. Über die Aufteilung können wir heute Mittag in Ruhe sprechen.</p><p>Herzliche Grüße aus Bremen<br>Jonas Weidel</p><span class="file"><i></i><span>Angebot_2291_RevC.pdf<br><span class="muted">384 KB</span></span></span>`,
};

export const OSAKA: Message = {
  from: '中村 美咲',
  address: 'nakamura@hoshikawa.example',
  subject: '初回ロットの納期について',
  preview: '星川商事の中村です。いつもお世話に',
  time: '08:12',
  lang: 'ja',
  body: `<p>エリソン様</p><p>いつもお世話になっております。星川商事の中村です。</p><p>携帯型気象計「ペトレル」の初回ロット三百台について、納期のご確認をお願いいたします。大阪の倉庫には三月二十日までに到着する必要がございます。</p>
<p>また、取扱説明書の日本語版に誤字が二箇所ございました。修正案を添付いたしますので、ご確認ください。</p><p>寒い日が続きますが、どうぞご自愛ください。</p><p>星川商事株式会社<br>中村 美咲</p><span class="file"><i></i><span>取扱説明書_修正案.pdf<br><span class="muted">1.2 MB</span></span></span>`,
};

export const SUZHOU: Message = {
  from: '陈伟',
  address: 'chen.wei@yunfan.example',
  subject: '电路板发货通知',
  preview: '您好，主板已经完成测试',
  time: 'Mon',
  lang: 'zh',
  body: `<p>Mara 您好：</p><p>两千四百块主板已经全部完成测试，合格率百分之九十九点二。我们计划本周五从苏州发货，预计十天后到达不来梅。</p>
<p>快递单号：YF-7730-2291。装箱单和检测报告见附件。</p><p>第二批的气压传感器价格下个月会上涨百分之三，如果需要锁定现在的价格，请在月底之前告诉我们。</p><p>祝好，<br>陈伟<br>苏州云帆电子有限公司</p><span class="file"><i></i><span>检测报告.pdf<br><span class="muted">640 KB</span></span></span>`,
};

export const TRACKING: Message = {
  from: 'Trailhouse',
  address: 'orders@trailhouse.example',
  subject: 'Your order TH-48213 has been packed',
  preview: 'Two boxes leave us tonight',
  time: '16:32',
  body: `<p>Hello Mara,</p><p>good news: your two Halden T2 field tripods are packed and leave our warehouse tonight. You can follow both boxes with the number <b>TRK 5520 8841 07</b>.</p>
<p>Delivery is planned for Thursday between 10:00 and 14:00 at Kiln Lane 4. Someone has to sign for it.</p><p>Happy trails,<br>the packing table at Trailhouse</p>`,
};

export const BADGE: Message = {
  from: 'Dele Adeyemi',
  address: 'dele@brightmoor.example',
  subject: 'Budget for the first run, please confirm by noon',
  preview: 'I need one number from you',
  time: '09:02',
  body: `<p>Hi Mara,</p><p>for the board paper I need one number from you: what does a Petrel cost us, all in, at a first run of 2,400? Last month's sheet said 41.20, but that was with the old enclosure.</p>
<p>If we stay under 40 euros we can keep the launch price of 89 and still pay for the second mould in autumn.</p><p>Noon would be lovely. Afternoon is fine. Tomorrow is a problem.</p><p>Dele</p>`,
};

/** Seen in the list, never opened. */
function unopened(from: string, subject: string, preview: string, time: string): Message {
  return { from, address: '', subject, preview, time, body: '' };
}

const OLDER = [
  unopened(
    'Druckerei Ahlers',
    'Korrekturabzug Faltschachtel',
    'bitte um Freigabe bis Freitag',
    'Mon',
  ),
  unopened(
    'Ines Carrow',
    'Your five stations on Balranald',
    'The piece is out, with a graph',
    'Mon',
  ),
  unopened('Westbad Bremen', 'Lane 3 is yours on Tuesdays', 'Season ticket until April', 'Sun'),
  unopened('Hanna Ellison', 'Sunday lunch?', 'Dad bakes the plum cake again', 'Sun'),
];

export const MORNING = [BADGE, OFFER, OSAKA, SUZHOU, ...OLDER];
export const EVENING = [TRACKING, BADGE, OFFER, OSAKA, SUZHOU, ...OLDER.slice(0, 3)];

export const REPLY_OSAKA = {
  to: '中村 美咲, nakamura@hoshikawa.example',
  subject: 'Re: 初回ロットの納期について',
  lang: 'ja',
};

export const REPLY_OSAKA_BODY = [
  '<p>中村様</p><p>ご連絡ありがとうございます。初回ロット三百台は三月十四日に工場を出荷し、十九日までに大阪の倉庫へ到着する予定です。</p>',
  '<p>取扱説明書の修正案も確認いたしました。二箇所とも反映いたします。ご丁寧にありがとうございました。</p><p>よろしくお願いいたします。<br>マーラ・エリソン</p>',
];

export const SUMMARY = {
  to: 'Jonas Weidel, j.weidel@nordhaven.example',
  subject: 'What we agreed today',
};

export const SUMMARY_BODY = [
  '<p>Dear Jonas,</p><p>thank you for the good talk. So that neither of us has to trust a memory, here is what we agreed:</p>',
  '<p>1. Brightmoor orders 2,400 enclosures of revision C at 11.80 euros each, colour basalt.<br>2. The tooling change of 1,950 euros is paid by Nordhaven, as the thin wall was in your drawing.<br>3. Deposit of 30 percent with the order, the rest 14 days after delivery.</p>',
  '<p>4. Ten samples arrive on 12 February. If the frost test passes, series production starts on the 16th.<br>5. Delivery of the whole lot on 14 March.</p><p>Please tell me by Thursday if I got anything wrong.</p><p>Best,<br>Mara</p>',
];
