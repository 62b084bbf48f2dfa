/** What is captured of the sound, and how speech becomes text. */
import { listOf, oneOf, text, yesNo } from '../kinds.ts';
import { setting } from './setting.ts';

export const soundSettings = {
  'audio.enabled': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether sound is captured.',
    env: 'HINDCAST_AUDIO_ENABLED',
    flags: [{ name: '--disable-audio', means: false, help: 'Do not capture sound.' }],
  }),
  'audio.engine': setting<'moonshine' | 'openai-compatible' | 'disabled'>({
    kind: oneOf(['moonshine', 'openai-compatible', 'disabled']),
    fallback: 'moonshine',
    meaning:
      'What turns speech into text: Moonshine on this machine, the service at audio.endpoint.url, or nothing.',
    env: 'HINDCAST_AUDIO_ENGINE',
    flags: [],
  }),
  'audio.model': setting<string>({
    kind: text('auto or the name of a model', /^[\w@.:/+-]+$/),
    fallback: 'auto',
    meaning:
      'Model of the engine: auto (the best installed one this machine can run), one of "hindcast models list", or the name at the endpoint.',
    env: 'HINDCAST_AUDIO_MODEL',
    flags: [],
  }),
  'audio.languages': setting<readonly string[]>({
    kind: listOf(text('codes of languages such as de', /^[a-z]{2,3}$/)),
    fallback: [],
    meaning:
      'Languages that are spoken here, such as de and en: a Whisper model chooses among them. Without any: those of the system, or all.',
    env: 'HINDCAST_AUDIO_LANGUAGES',
    flags: [],
  }),
  'audio.readAgain': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning:
      'Whether the largest installed speech model reads recordings again while the machine rests. The older text can be restored.',
    env: 'HINDCAST_AUDIO_READ_AGAIN',
    flags: [],
  }),
  'audio.mode': setting<'realtime' | 'batch'>({
    kind: oneOf(['realtime', 'batch']),
    fallback: 'realtime',
    meaning: 'Whether speech becomes text at once, or when the machine is idle and on mains power.',
    env: 'HINDCAST_AUDIO_MODE',
    flags: [],
  }),
  'audio.endpoint.url': setting<string>({
    kind: text(
      'an http address such as http://127.0.0.1:8000/v1',
      /^(|https?:\/\/[^\s/?#@]+[^\s?#]*)$/i,
    ),
    fallback: '',
    meaning: 'Address of an OpenAI-compatible speech service. Recorded speech is sent there.',
    env: 'HINDCAST_AUDIO_ENDPOINT_URL',
    flags: [],
  }),
  'audio.endpoint.key': setting<string>({
    kind: text('a text without spaces', /^\S*$/),
    fallback: '',
    meaning: 'Key for that service; empty: it asks for none.',
    env: 'HINDCAST_AUDIO_ENDPOINT_KEY',
    flags: [],
    secret: true,
  }),
} as const;
