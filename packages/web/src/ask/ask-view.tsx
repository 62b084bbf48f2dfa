/** A question, what was understood of it, the answer sentence by sentence, and the moments that prove it. */
import type { UnderstoodKind } from '@hindcast/client';
import { MessageCircleQuestionMark } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type Asked, useAsk, useModelHost } from '../data/meaning/ask.ts';
import { t } from '../language/message.ts';
import { Kbd } from '../parts/bits.tsx';
import { copyText } from '../parts/dialogs/toast.tsx';
import { useKeys } from '../parts/keys.ts';
import { usePreferences } from '../parts/preferences.ts';
import { ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { AnswerCard } from './answer-card.tsx';
import { AskStart, MeaningNote, ModelError, ModelNote, NothingFound } from './ask-states.tsx';
import { EvidenceList, useEvidenceKeys } from './evidence-list.tsx';
import { type Asking, askAddress, readQuestion } from './question-link.ts';
import { UnderstoodChips } from './understood-chips.tsx';
import './ask.css';

export function AskView() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const heading = useHeadingFocus();
  const asking = readQuestion(parameters);
  const { isModelAsked } = usePreferences();
  const host = useModelHost();
  const answered = useAsk({ ...asking, isModelWanted: isModelAsked });
  const asked = answered.data;
  useTitle(asking.text === '' ? t('Ask') : asking.text);

  const ask = (next: Asking) => {
    const address = askAddress(next);
    if (address === askAddress(asking)) void answered.refetch();
    else navigate(address);
  };
  const setIgnored = (ignore: readonly UnderstoodKind[]) => ask({ ...asking, ignore });
  useEvidenceKeys(asked?.evidence ?? []);

  return (
    <div className="page ask">
      <h1 className="mb-3" ref={heading} tabIndex={-1}>
        {t('Ask')}
      </h1>
      <QuestionForm
        key={asking.text}
        text={asking.text}
        onAsk={(text) => ask({ text, ignore: [] })}
      />
      {host && <ModelNote host={host} />}
      {asking.text === '' && <AskStart onAsk={(text) => ask({ text, ignore: [] })} />}
      {asking.text !== '' && (
        <>
          <UnderstoodChips
            understood={asked?.understood ?? []}
            ignored={asking.ignore}
            onIgnore={setIgnored}
          />
          {answered.isError && (
            <ErrorState error={answered.error} retry={() => void answered.refetch()} />
          )}
          {!answered.isError && !asked?.evidence && <Loading shape="card" rows={3} />}
          {asked?.evidence && (
            <Result
              asked={asked}
              host={isModelAsked ? host : undefined}
              ignored={asking.ignore}
              onIgnore={setIgnored}
            />
          )}
        </>
      )}
    </div>
  );
}

function Result(props: {
  asked: Asked;
  /** The model that is being asked, or was. */
  host: string | undefined;
  ignored: readonly UnderstoodKind[];
  onIgnore(ignored: readonly UnderstoodKind[]): void;
}) {
  const { asked, host, ignored, onIgnore } = props;
  const { evidence = [], answer, assistant, meaning } = asked;
  const isPhrasing = host !== undefined && answer !== undefined && !assistant && !asked.isComplete;
  return (
    <>
      {meaning && <MeaningNote meaning={meaning} />}
      {assistant?.error && <ModelError host={assistant.host} error={assistant.error} />}
      {asked.nothing_found ? (
        <NothingFound asked={asked} ignored={ignored} onIgnore={onIgnore} />
      ) : (
        <>
          <AnswerCard
            answer={answer}
            assistant={assistant ?? undefined}
            phrasingHost={isPhrasing ? host : undefined}
            evidence={evidence}
          />
          <EvidenceList evidence={evidence} />
        </>
      )}
    </>
  );
}

function QuestionForm({ text, onAsk }: { text: string; onAsk(text: string): void }) {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (text === '') field.current?.focus();
  }, [text]);
  useKeys({
    q: () => field.current?.select(),
    l: () => void copyText(location.href, t('Copied the link.')),
  });
  return (
    <form
      className="askform"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onAsk(typed);
      }}
    >
      <div className="gsearch">
        <MessageCircleQuestionMark className="ic" aria-hidden="true" />
        <input
          ref={field}
          aria-label={t('Your question')}
          placeholder={t('What did we agree about the enclosure?')}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Kbd>Q</Kbd>
      </div>
      <button type="submit" className="btn pri" disabled={typed.trim() === ''}>
        {t('Ask')}
      </button>
    </form>
  );
}
