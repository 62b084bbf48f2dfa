/**
 * The tool `ask`: a question in plain words, answered with captured sentences and their evidence. The person's own model is not asked:
 * the assistant that calls this phrases the answer itself.
 */
import { type AskReply, type Evidence, isUnproven } from '@hindcast/client';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { quote, report } from '../quote.ts';
import { count, RANGE, READ_ONLY, said, type ToolParts } from '../tool.ts';

const PASSAGE = 600;
const KINDS = ['time', 'app', 'site', 'person'] as const;

type Links = Pick<ToolParts, 'frameLink' | 'momentLink'>;

export function addAsk(server: McpServer, { client, ...links }: ToolParts): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask',
      description:
        'Answers a question by meaning, not only by words, and names the moments that prove it. Understands times, apps, sites and speakers in the question.',
      inputSchema: {
        question: z.string().min(1).describe('The question, in plain English.'),
        ignore: z
          .array(z.enum(KINDS))
          .default([])
          .describe('What not to read from the question as a filter.'),
        app: z.string().optional().describe('Part of the name of the application.'),
        ...RANGE,
        timezone: z
          .string()
          .optional()
          .describe('For times in the question, such as Europe/Paris.'),
        limit: count(30, 8),
      },
      annotations: READ_ONLY,
    },
    async ({ question, ignore, app, start_time, end_time, timezone, limit }, { signal }) => {
      const reply = await client.ask(
        {
          q: question,
          ignore,
          app_name: app,
          start_time,
          end_time,
          timezone,
          limit,
          assistant: false,
        },
        { signal },
      );
      return said(answerText(reply, links));
    },
  );
}

function answerText(reply: AskReply, links: Links): string {
  const { understood, answer, evidence, meaning } = reply;
  const filters = understood.map(({ kind, label }) => `${kind} ${quote(label, 100)}`).join(', ');
  const head = [
    ...(filters === '' ? [] : [`Only: ${filters}. Leave one out with \`ignore\`.`]),
    ...(meaning.state === 'ready' ? [] : [`Search by meaning: ${stateText(meaning)}`]),
  ];
  if (reply.nothing_found) return [...head, 'Nothing was found.'].join('\n');
  const sentences = answer.sentences.map((sentence) => {
    const proof = isUnproven(sentence) ? 'unproven' : sentence.evidence.join(', ');
    return `- ${quote(sentence.text, PASSAGE)} (${proof})`;
  });
  return report(
    [
      ...head,
      ...(sentences.length > 0 ? ['Answer, in captured words:', ...sentences] : []),
      'Evidence:',
      ...evidence.map((one) => evidenceLine(one, links)),
    ],
    '',
  );
}

function stateText({ state, waiting, hint }: AskReply['meaning']): string {
  const text = {
    ready: '',
    behind: `${waiting} documents wait`,
    failed: 'failed, only words were compared',
    no_model: 'no model',
    off: 'off',
  };
  return [text[state], hint].filter(Boolean).join('. ');
}

function evidenceLine(one: Evidence, links: Links): string {
  const { id, place, timestamp, passage } = one;
  const link =
    place.kind === 'screen' ? links.frameLink(place.frame_id) : links.momentLink(timestamp);
  return `- ${id} · ${sourceOf(one)} · ${timestamp} · ${link}\n  ${quote(passage ?? '', PASSAGE)}`;
}

function sourceOf({ place, app_name, window_name, speaker }: Evidence): string {
  switch (place.kind) {
    case 'screen':
      return `frame ${place.frame_id} ${quote(app_name ?? '', 60)} ${quote(window_name ?? '', 80)}`;
    case 'sound':
      return `said (audio ${place.audio_chunk_id}) ${quote(speaker?.name || 'unknown speaker', 60)}`;
    case 'note':
      return `note ${place.memory_id}`;
    case 'text':
      return `screen text ${quote(app_name ?? '', 60)} ${quote(window_name ?? '', 80)}`;
  }
}
