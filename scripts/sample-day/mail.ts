/** Pigeon Mail: a list of messages next to the open one, or a message being written. */
import { face, page, type Screen } from './look.ts';

const CSS = `
.list { flex: none; width: 330px; border-right: 1px solid #e1e6ea; overflow: hidden; }
.list div { padding: 11px 16px; border-bottom: 1px solid #edf0f2; }
.list div.on { background: #e6f0f5; box-shadow: inset 3px 0 #1f6f8b; }
.list b { display: flex; justify-content: space-between; font-weight: 600; font-size: 13.5px; }
.list b span { font-weight: 400; font-size: 12px; color: #75818e; }
.list p { font-size: 13px; white-space: nowrap; overflow: hidden; text-overflow: clip; }
.open { flex: 1; padding: 26px 34px; overflow: hidden; }
.open h1 { font-size: 21px; font-weight: 650; line-height: 1.3; margin-bottom: 16px; }
.from { display: flex; gap: 12px; align-items: center; margin-bottom: 20px; font-size: 13px; line-height: 1.4; }
.from b { font-size: 14px; }
.text p { margin-bottom: 12px; max-width: 640px; font-size: 14.5px; }
.text table { border-collapse: collapse; margin: 4px 0 14px; font-size: 14px; }
.text td, .text th { border: 1px solid #d8dfe4; padding: 6px 16px; text-align: left; }
.text th { background: #f3f6f8; font-weight: 600; }
.file { display: inline-flex; gap: 10px; align-items: center; border: 1px solid #d8dfe4; border-radius: 8px; padding: 8px 14px; font-size: 13px; margin-top: 4px; }
.file i { width: 20px; height: 26px; border-radius: 3px; background: linear-gradient(#c9584c 34%, #e9d3cf 34%); }
.field { display: flex; gap: 12px; padding: 9px 0; border-bottom: 1px solid #e7ebee; font-size: 14px; }
.field span { width: 60px; color: #75818e; }
`;

export interface Message {
  from: string;
  address: string;
  subject: string;
  preview: string;
  time: string;
  lang?: string;
  body: string;
}

export function inbox(messages: readonly Message[], open: Message, unread: number): Screen {
  const list = messages
    .map(
      (message) => `<div class="${message === open ? 'on' : ''}" lang="${message.lang ?? 'en'}">
<b>${message.from}<span>${message.time}</span></b><p>${message.subject}</p><p class="muted">${message.preview}</p></div>`,
    )
    .join('');
  const body = `<div class="main">${folders(unread)}<div class="list">${list}</div>
<div class="open" lang="${open.lang ?? 'en'}"><h1>${open.subject}</h1>
<div class="from">${face(open.from, 40)}<div><b>${open.from}</b><br><span class="muted">${open.address} to Mara Ellison</span></div></div>
<div class="text">${open.body}</div></div></div>`;
  return { app: 'Pigeon Mail', window: `${open.subject} - Inbox`, body };
}

export function compose(draft: {
  to: string;
  subject: string;
  lang?: string;
  body: string;
}): Screen {
  const body = `<div class="main">${folders(2)}<div class="open" lang="${draft.lang ?? 'en'}">
<div class="field"><span>To</span>${draft.to}</div><div class="field"><span>Subject</span><b>${draft.subject}</b></div>
<div class="text" style="padding:20px 0;min-height:430px">${draft.body}</div><span class="btn">Send</span> <span class="btn quiet">Save draft</span></div></div>`;
  return { app: 'Pigeon Mail', window: `${draft.subject} - New message`, body };
}

function folders(unread: number): string {
  return `<div class="side"><p class="on"><span>Inbox</span><span>${unread}</span></p><p>Starred</p><p>Drafts</p><p>Sent</p><p>Archive</p>
<h5>Labels</h5><p>Petrel launch</p><p>Suppliers</p><p>Travel</p><p>Receipts</p></div>`;
}

export function mailPage(screen: Screen): string {
  return page(screen, { css: CSS });
}
