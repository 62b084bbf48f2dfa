import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asrEngineConformance } from '../engine.conformance.ts';
import { noise } from '../sounds.fixture.ts';
import { openSpeechProcess, TINY_FOLDER, WHY_NOT_UNDERSTOOD } from '../speech-process.fixture.ts';
import { openAiEngine } from './openai-engine.ts';
import { json, openAiServer } from './openai-server.fixture.ts';

type Server = Awaited<ReturnType<typeof openAiServer>>;
const options = { signal: new AbortController().signal };
const sound = noise(500, 0.2);

describe.skipIf(WHY_NOT_UNDERSTOOD)(
  `a real recogniser behind HTTP (${WHY_NOT_UNDERSTOOD ?? 'tiny'})`,
  () => {
    const speech = openSpeechProcess();
    let server: Server;
    beforeAll(async () => {
      server = await openAiServer(async ({ samples }, response) => {
        const heard = { folder: TINY_FOLDER, samples };
        const { text, meanLogProbability } = await speech.run(
          'asr.moonshine',
          heard,
          options.signal,
        );
        json(response, 200, { text, segments: [{ text, avg_logprob: meanLogProbability }] });
      });
    });
    afterAll(async () => {
      server.close();
      await speech.close();
    });
    asrEngineConformance(async () =>
      openAiEngine({ url: server.url, model: 'whisper-tiny', key: '' }),
    );
  },
);

describe('an OpenAI-compatible endpoint', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  const open = async (answer: Parameters<typeof openAiServer>[0], key = '') => {
    server = await openAiServer(answer);
    const endpoint = { url: server.url, model: 'whisper-large', key };
    return { engine: openAiEngine(endpoint, { answersWithinMs: 1_000 }), asked: server.asked };
  };

  test('is sent the samples as a WAV file, the model and the key', async () => {
    const { engine, asked } = await open(
      (_, response) => json(response, 200, { text: ' Hi\n there ' }),
      'secret-key',
    );
    const { text, meanLogProbability } = await engine.transcribe(sound, {
      ...options,
      language: 'de',
      prompt: 'names: Ana, Ole',
    });
    expect({ text, meanLogProbability }).toEqual({
      text: 'Hi there',
      meanLogProbability: undefined,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe('/v1/audio/transcriptions');
    expect(asked[0]?.headers.authorization).toBe('Bearer secret-key');
    expect(asked[0]?.fields).toMatchObject({
      model: 'whisper-large',
      language: 'de',
      prompt: 'names: Ana, Ole',
    });
    expect(Buffer.from(asked[0]?.samples.buffer ?? new ArrayBuffer(0))).toEqual(
      Buffer.from(sound.buffer),
    );
  });

  test('reports how sure it is when the service does', async () => {
    const { engine } = await open((_, response) =>
      json(response, 200, {
        text: 'one two three four',
        segments: [
          { text: 'one', avg_logprob: -0.1 },
          { text: ' two three four', avg_logprob: -0.4 },
        ],
      }),
    );
    expect((await engine.transcribe(sound, options)).meanLogProbability).toBeCloseTo(-0.35);
  });

  test('asks in the short form from then on when the service knows no other', async () => {
    const { engine, asked } = await open(({ fields }, response) =>
      fields.response_format === 'verbose_json'
        ? json(response, 400, { error: 'unsupported response_format' })
        : json(response, 200, { text: 'good' }),
    );
    expect((await engine.transcribe(sound, options)).text).toBe('good');
    expect((await engine.transcribe(sound, options)).text).toBe('good');
    expect(asked.map(({ fields }) => fields.response_format)).toEqual([
      'verbose_json',
      'json',
      'json',
    ]);
  });

  test.each([
    [401, 'ASR_ENDPOINT_REFUSED', /audio\.endpoint\.key/],
    [404, 'ASR_ENDPOINT_REFUSED', /audio\.model/],
    [500, 'ASR_ENDPOINT_REFUSED', /tried again/],
  ])('status %d is reported without the words of the service', async (status, code, hint) => {
    const { engine } = await open((_, response) => json(response, status, { error: 'marker' }));
    const failure = await engine.transcribe(sound, options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, hint: expect.stringMatching(hint), context: { status } });
    expect(String(failure)).not.toContain('marker');
  });

  test('something else behind the address is reported as such', async () => {
    const { engine } = await open((_, response) => {
      response.end('<html>marker</html>');
    });
    const failure = await engine.transcribe(sound, options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ASR_ENDPOINT_ANSWER' });
    expect(String(failure)).not.toContain('marker');
  });

  test('a service that does not answer in time, and one that is not there', async () => {
    const { engine } = await open(() => {});
    await expect(engine.transcribe(sound, options)).rejects.toMatchObject({
      code: 'ASR_ENDPOINT_UNREACHABLE',
      message: expect.stringContaining('did not answer in time'),
    });
    server?.close();
    await expect(engine.transcribe(sound, options)).rejects.toMatchObject({
      code: 'ASR_ENDPOINT_UNREACHABLE',
    });
  });

  test('speech is not sent on to another address', async () => {
    const other = await openAiServer((_, response) => json(response, 200, { text: 'stolen' }));
    const { engine } = await open((_, response) => {
      response.writeHead(307, { location: `${other.url}/audio/transcriptions` });
      response.end();
    });
    await expect(engine.transcribe(sound, options)).rejects.toMatchObject({
      code: 'ASR_ENDPOINT_UNREACHABLE',
    });
    other.close();
    expect(other.asked).toEqual([]);
  });
});
