import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

describe('POST /frames/{frame_id}/ocr', () => {
  const whole = { left: 0, top: 0, width: 1, height: 0.2 };

  async function readAgain(frame: object) {
    const [id = 0] = await server.add('frames', {
      file_path: await server.makeImage(),
      timestamp: '2026-02-03T10:00:00Z',
      ...frame,
    });
    const path = '/frames/{frame_id}/ocr';
    const url = path.replace('{frame_id}', String(id));
    const reply = await server.app.inject({ method: 'POST', url });
    expect(deviations(await documentOf(server.app), 'post', path, reply)).toEqual([]);
    expect(reply.statusCode).toBe(200);
    const found = await server.store.frames.findText(id);
    return { text: found?.text, textSource: found?.frame.textSource };
  }

  test('replaces what was read before', async () => {
    const frame = { ocr_results: [{ text: 'old words' }] };
    expect(await readAgain(frame)).toEqual({ text: 'words read again', textSource: 'ocr' });
  });

  test('adds lines that the accessibility tree does not tell, in place of those read before', async () => {
    const elements = [{ role: 'text', text: 'reported', bounds: { ...whole, top: 0.5 } }];
    const hybrid = { text: 'reported\nwords read again', textSource: 'hybrid' };
    const ofTree = { text_source: 'accessibility', ocr_results: [{ text: 'reported' }], elements };
    expect(await readAgain(ofTree)).toEqual(hybrid);
    const ofBoth = {
      text_source: 'hybrid',
      ocr_results: [{ text: 'reported\nmisread' }],
      elements,
    };
    expect(await readAgain(ofBoth)).toEqual(hybrid);
  });

  test('adds no line that stands where the tree reported something', async () => {
    const elements = [{ role: 'text', text: 'reported', bounds: whole }];
    const frame = { text_source: 'hybrid', ocr_results: [{ text: 'reported\nmisread' }], elements };
    expect(await readAgain(frame)).toEqual({ text: 'reported', textSource: 'accessibility' });
  });

  test('keeps all text of a tree that was not stored', async () => {
    const said = (text: string) => ({ text_source: 'accessibility', ocr_results: [{ text }] });
    expect(await readAgain(said('reported elsewhere'))).toEqual({
      text: 'reported elsewhere\nwords read again',
      textSource: 'hybrid',
    });
    expect(await readAgain(said('many words read again'))).toEqual({
      text: 'many words read again',
      textSource: 'accessibility',
    });
  });

  test('is a 404 when the frame is deleted while it is read', async () => {
    await using slow = await testServer(({ readAgain, store }) => ({
      async readAgain(jpeg, signal) {
        const read = await readAgain(jpeg, signal);
        await store.content.delete('ocr', [1]);
        return read;
      },
    }));
    const [id] = await slow.add('frames', { file_path: await slow.makeImage() });
    expect(id).toBe(1);
    const reply = await slow.app.inject({ method: 'POST', url: '/frames/1/ocr' });
    expect(reply.statusCode).toBe(404);
    expect(reply.json().code).toBe('FRAME_NOT_FOUND');
  });
});
