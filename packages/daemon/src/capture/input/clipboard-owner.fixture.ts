/** A program that owns the clipboard and offers a text together with other forms, as password managers do. For tests. */
import { connectX11 } from '#capture/x11/x11-connection.ts';

const REPLACE = 0;
const ATOM_TYPE = 4;

export async function clipboardOwner(display: string) {
  const connection = await connectX11(display);
  const { client, root } = connection;
  const [clipboard, targets, utf8] = (await Promise.all(
    ['CLIPBOARD', 'TARGETS', 'UTF8_STRING'].map((name) => connection.atom(name)),
  )) as [number, number, number];
  const window = client.AllocID();
  client.CreateWindow(window, root, -10, -10, 1, 1, 0, 0, 0, 0, {});
  const asked: string[] = [];
  let text = '';
  let forms: number[] = [];

  connection.onEvent((event) => {
    if (event.name !== 'SelectionRequest') return;
    const { requestor = 0, target = 0, property = 0, time = 0 } = event;
    asked.push(target === targets ? 'TARGETS' : target === utf8 ? 'UTF8_STRING' : 'other');
    if (target === targets) {
      const list = Buffer.alloc(forms.length * 4);
      for (const [index, form] of forms.entries()) list.writeUInt32LE(form, index * 4);
      client.ChangeProperty(REPLACE, requestor, property, ATOM_TYPE, 32, list);
    } else {
      client.ChangeProperty(REPLACE, requestor, property, target, 8, Buffer.from(text));
    }
    const answer = {
      name: 'SelectionNotify',
      time,
      requestor,
      selection: clipboard,
      target,
      property,
    };
    client.SendEvent(requestor, 0, 0, answer);
  });

  return {
    async offer(offered: string, otherForms: readonly string[]): Promise<void> {
      text = offered;
      const others = await Promise.all(otherForms.map((name) => connection.atom(name)));
      forms = [targets, utf8, ...others];
      // Giving it up first makes the second offer a change of owner too.
      client.SetSelectionOwner(0, clipboard, 0);
      client.SetSelectionOwner(window, clipboard, 0);
      await connection.ask<void>((reply) => client.sync(reply));
    },
    /** Which forms were asked for, in order. */
    asked: () => [...asked],
    close: () => connection.close(),
  };
}
