/** An answer for people: what was understood, the sentences with their numbers, then each piece of evidence with time, place and link. */
import { type AskReply, type Evidence, isUnproven } from '@hindcast/client';
import { localTime, windowText } from './results.ts';
import { counted, cut, printable, type Style, widthOf } from './terminal.ts';

const INDENT = '    ';

interface AnswerLook {
  /** Where a person opens what is cited. */
  webUrl: string;
  columns: number;
  style: Style;
}

export function answerLines(reply: AskReply, look: AnswerLook): string[] {
  const { style } = look;
  const notes = stateLines(reply);
  if (reply.nothing_found) {
    return [...understoodLines(reply, style), 'Nothing that was captured answers this.', ...notes];
  }
  return [
    ...understoodLines(reply, style),
    ...sentenceLines(reply, look),
    '',
    ...reply.evidence.flatMap((one) => evidenceLines(one, look)),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ];
}

function understoodLines({ understood }: AskReply, style: Style): string[] {
  if (understood.length === 0) return [];
  const filters = understood.map(({ kind, label }) => `${kind}: ${printable(label)}`).join(' · ');
  return [style.dim(`Only ${filters}  (--ignore removes one)`), ''];
}

function sentenceLines({ answer, assistant }: AskReply, { columns, style }: AnswerLook): string[] {
  const lines = answer.sentences.flatMap((sentence) => {
    const numbers = sentence.evidence.map((id) => `[${numberOf(id)}]`).join('');
    const end = isUnproven(sentence) ? `${numbers} (unproven)` : numbers;
    const text = [printable(sentence.text), end].filter(Boolean).join(' ');
    return wrapped(text, columns);
  });
  const by =
    answer.by === 'assistant' && assistant
      ? [style.dim(`Phrased by ${printable(assistant.model)} at ${printable(assistant.host)}.`)]
      : [];
  return [...lines.map((line) => style.bold(line)), ...by];
}

function evidenceLines(one: Evidence, { webUrl, columns, style }: AnswerLook): string[] {
  const head = `[${numberOf(one.id)}] ${localTime(one.timestamp)}  ${placeOf(one)}`;
  return [
    cut(head, columns),
    ...wrapped(printable(one.passage ?? ''), columns - INDENT.length).map(
      (line) => `${INDENT}${line}`,
    ),
    `${INDENT}${style.dim(linkOf(one, webUrl))}`,
  ];
}

function placeOf(one: Evidence): string {
  if (one.place.kind === 'note') return 'note';
  if (one.place.kind === 'sound')
    return one.speaker?.name ? `${printable(one.speaker.name)} said` : 'somebody said';
  return windowText(one.app_name ?? '', one.window_name ?? '');
}

/** A frame is opened with its picture, everything else where it stands in time. */
function linkOf({ place, timestamp }: Evidence, webUrl: string): string {
  if (place.kind === 'screen') return `${webUrl}/app/frame/${place.frame_id}`;
  return `${webUrl}/app/timeline?at=${encodeURIComponent(timestamp)}`;
}

/** What the person should know about how this answer came about. */
function stateLines({ meaning, assistant }: AskReply): string[] {
  const waiting = `${counted(meaning.waiting, 'document')} still to be read for the meaning.`;
  const states: Readonly<Record<string, string | undefined>> = {
    behind: waiting,
    no_model: 'Only words were compared, not their meaning.',
    failed: 'Only words were compared, not their meaning.',
    off: 'Only words were compared, not their meaning.',
  };
  const state = states[meaning.state];
  const error = assistant?.error;
  return [
    ...(state === undefined ? [] : [[state, meaning.hint].filter(Boolean).join(' ')]),
    ...(error && assistant
      ? [`The model at ${printable(assistant.host)} did not answer: ${printable(error)}`]
      : []),
  ];
}

function numberOf(id: string): string {
  return printable(id).replace(/^e/, '');
}

/** Broken at spaces; a word longer than the line stays whole. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
