/** Search by meaning, and the assistant that may phrase answers. */
import { text, yesNo } from '../kinds.ts';
import { setting } from './setting.ts';

export const meaningSettings = {
  'meaning.enabled': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether what was captured can be searched by meaning.',
    env: 'HINDCAST_MEANING_ENABLED',
    flags: [],
  }),
  'assistant.endpoint.url': setting<string>({
    kind: text(
      'an http address such as http://127.0.0.1:11434/v1',
      /^(|https?:\/\/[^\s/?#@]+[^\s?#]*)$/i,
    ),
    fallback: '',
    meaning:
      'Address of an OpenAI-compatible model that phrases answers. Questions and the passages found for them are sent there.',
    env: 'HINDCAST_ASSISTANT_ENDPOINT_URL',
    flags: [],
  }),
  'assistant.endpoint.key': setting<string>({
    kind: text('a text without spaces', /^\S*$/),
    fallback: '',
    meaning: 'Key for that model; empty: it asks for none.',
    env: 'HINDCAST_ASSISTANT_ENDPOINT_KEY',
    flags: [],
    secret: true,
  }),
  'assistant.model': setting<string>({
    kind: text('the name of a model', /^[\w@.:/+-]*$/),
    fallback: '',
    meaning: 'What the endpoint calls its model; empty: the first one that it lists.',
    env: 'HINDCAST_ASSISTANT_MODEL',
    flags: [],
  }),
  'assistant.coverPersonalData': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether personal data in passages is covered before they are sent to that model.',
    env: 'HINDCAST_ASSISTANT_COVER_PERSONAL_DATA',
    flags: [],
  }),
} as const;
