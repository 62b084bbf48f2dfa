/** The answer: each sentence with the numbers of its evidence; one without proof is marked as such. */
import {
  type AnswerSentence,
  type AskAnswer,
  type AssistantReport,
  type Evidence,
  isUnproven,
} from '@hindcast/client';
import { TriangleAlert } from 'lucide-react';
import { t } from '../language/message.ts';
import { focusEvidence, numberOf } from './evidence-link.ts';

const UNPROVEN: Partial<Record<AnswerSentence['check'], string>> = {
  uncited: t('This sentence names no evidence.'),
  wrong_citation: t('This sentence names evidence that does not exist.'),
  unsupported: t('The evidence that this sentence names does not say it.'),
};

export function AnswerCard(props: {
  answer: AskAnswer | undefined;
  assistant: AssistantReport | undefined;
  /** The model that has not answered yet. */
  phrasingHost: string | undefined;
  evidence: readonly Evidence[];
}) {
  const { answer, assistant, phrasingHost, evidence } = props;
  const isPhrased = answer?.by === 'assistant';
  return (
    <section className="card pad answer" aria-label={t('Answer')} aria-live="polite">
      <p className="sm dim mb-2">
        {isPhrased
          ? t('Phrased by {model} at {host} from the evidence below', {
              model: assistant?.model ?? '',
              host: assistant?.host ?? '',
            })
          : t('In the words that were recorded')}
      </p>
      {answer && answer.sentences.length === 0 && (
        <p className="mute">{t('No single sentence answers this. See the evidence below.')}</p>
      )}
      <ul className={isPhrased ? 'phrased' : 'quoted'}>
        {answer?.sentences.map((sentence, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one answer never move
          <li key={i}>
            <Sentence sentence={sentence} evidence={evidence} />
          </li>
        ))}
      </ul>
      {phrasingHost && (
        <p className="sm dim mt-2">{t('{host} is phrasing the answer…', { host: phrasingHost })}</p>
      )}
    </section>
  );
}

function Sentence(props: { sentence: AnswerSentence; evidence: readonly Evidence[] }) {
  const { sentence, evidence } = props;
  const proofs = sentence.evidence.filter((id) => evidence.some((one) => one.id === id));
  const isDoubtful = isUnproven(sentence);
  return (
    <>
      <span className={isDoubtful ? 'unproven' : ''}>
        {sentence.check === 'quoted' ? t('“{text}”', { text: sentence.text }) : sentence.text}
      </span>{' '}
      {proofs.map((id) => (
        <a
          key={id}
          className="cite"
          href={`#${id}`}
          aria-label={t('Evidence {number}', { number: numberOf(id) })}
          onClick={(event) => {
            event.preventDefault();
            focusEvidence(id);
          }}
        >
          {numberOf(id)}
        </a>
      ))}
      {isDoubtful && (
        <span className="tag doubt" title={UNPROVEN[sentence.check]}>
          <TriangleAlert className="ic s" aria-hidden="true" />
          {t('Unproven')}
          <span className="sr">. {UNPROVEN[sentence.check]}</span>
        </span>
      )}
    </>
  );
}
