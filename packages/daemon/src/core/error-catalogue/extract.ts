/** Errors of text and speech recognition and of their models. */
import type { ErrorTable } from './entry.ts';

export const extractErrors = {
  ASR_CLOSED: {
    status: 409,
    message: 'speech recognition was closed',
  },
  // It is no transcription service, or one of another kind.
  ASR_ENDPOINT_ANSWER: {
    status: 502,
    message: 'the speech endpoint {{host}} did not answer with a transcript',
    hint: 'Check audio.endpoint.url: it names an interface like that of OpenAI, such as http://127.0.0.1:8000/v1.',
  },
  ASR_ENDPOINT_MISSING: {
    status: 503,
    message: 'speech recognition has no endpoint to ask',
    hint: 'Set audio.endpoint.url, such as http://127.0.0.1:8000/v1, or audio.engine to moonshine.',
  },
  ASR_ENDPOINT_REFUSED: {
    status: 502,
    message: 'the speech endpoint {{host}} answered with status {{status}}',
    hint: '{{hint}}',
  },
  // Transient: nothing answers there, or not in time.
  ASR_ENDPOINT_UNREACHABLE: {
    status: 503,
    message: 'the speech endpoint {{host}} {{reason}}',
    hint: 'Check audio.endpoint.url and whether that service runs. What was recorded is kept.',
  },
  // Models of Whisper read what the engine does not understand; none of them is the engine.
  MODEL_FOR_OTHER_LANGUAGES: {
    status: 409,
    message:
      'the model "{{model}}" reads languages other than English, in addition to the model in audio.model',
    hint: 'Set audio.model to auto: an installed Whisper model is used by itself. audio.languages says for which languages.',
  },
  // The echo thread ended while it was asked. The next sound starts another.
  ECHO_STOPPED: {
    status: 503,
    message: 'the echo thread ended before it had answered',
  },
  ENGINE_NOT_SET_UP: {
    status: 409,
    message: 'speech is recognised by {{current}}, not by {{wanted}}',
    hint: 'Leave out `engine`, or choose another model with "hindcast models use".',
  },
  LANGUAGE_MODEL_MISSING: {
    status: 409,
    message: 'no installed model reads {{name}} ({{language}})',
    hint: 'Run "hindcast models pull {{model}}", then ask again. The recording stays as it is.',
  },
  // A code that no model knows.
  LANGUAGE_UNKNOWN: {
    status: 400,
    message: 'there is no language "{{language}}" that speech can be read in',
    hint: 'Give a code of two or three letters such as de, fr or zh. GET /audio/languages lists them.',
    facts: { language: 'language' },
  },
  // Transient: the next call starts the process again.
  MEANING_PROCESS_STOPPED: {
    status: 503,
    message: 'the process that computes the meaning of texts ended before it had answered',
    hint: 'Try again: the next call starts it.',
  },
  MEANING_UNAVAILABLE: {
    status: 503,
    message: 'search by meaning is not possible: {{reason}}',
    hint: '{{hint}}',
  },
  // Models that the program knows itself are not touched by it.
  MODELS_FILE_INVALID: {
    status: 409,
    message: '{{path}}: {{reason}}',
    hint: 'docs/speech-models.md says what this file holds. Remove it to use the models of the program only.',
  },
  MODEL_MISMATCH: {
    status: 502,
    message: '{{source}}: {{file}} is not the file it should be',
    hint: 'Nothing was changed, and the model that was used before still is. The download may be damaged, or its source gives something else.',
  },
  MODEL_NOT_INSTALLED: {
    status: 409,
    message: 'the model {{id}} is not installed',
    hint: 'Run "hindcast models pull {{id}}" first.',
    facts: { model: 'id' },
  },
  MODEL_UNKNOWN: {
    status: 404,
    message: 'there is no model "{{id}}"',
    hint: 'Known models: {{known}}.',
    facts: { model: 'id' },
  },
  MODEL_UNREACHABLE: {
    status: 502,
    message: '{{source}} could not be fetched: {{reason}}',
    hint: 'Nothing was changed, and the model that was used before still is. Check the network and the registry that npm is set to, then try again.',
  },
  NOT_CAPTURING: {
    status: 409,
    message: 'the screen is not captured: {{reason}}',
    hint: 'GET /vision/status says what is missing.',
  },
  NOT_LISTENING: {
    status: 409,
    message: 'sound is not recorded: {{reason}}',
    hint: 'GET /health says what is missing.',
  },
  // This machine cannot read text at all.
  OCR_ENGINE_MISSING: {
    status: 409,
    message: 'text recognition is not possible on this machine',
    hint: 'The npm package onnxruntime-node has no build for this system, or is damaged: install the packages again.',
  },
  // Transient: the next read starts a new process.
  OCR_STOPPED: {
    status: 503,
    message: 'text recognition ended before the image was read',
  },
  OCR_UNAVAILABLE: {
    status: 409,
    message: 'no text recognition can be used on this machine',
    hint: 'The log says what is missing.',
  },
  SPEECH_PROCESS_STOPPED: {
    status: 503,
    message: 'the speech process ended before it had answered',
  },
  // The network could not be loaded or run; trying the same again gives the same.
  SPEECH_TASK_FAILED: {
    status: 503,
    message: '{{task}}: {{reason}}',
    hint: 'Run "hindcast models list" to see whether a model is damaged.',
    facts: { task: 'task' },
  },
} as const satisfies ErrorTable;
