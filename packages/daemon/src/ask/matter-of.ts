/**
 * A question without the words that only say that something is asked: "what did we say about the lease?" is about the lease. The network
 * would find what speaks of saying instead. Used for the vector of a question. Pure.
 */

const ASKER = '(?:we|i|you|they|he|she|anyone|anybody|someone|somebody|people|everyone)';
const NOTICED =
  '(?:say|said|talk|talked|speak|spoke|discuss|discussed|read|see|seen|saw|hear|heard|write|wrote|written|mention|mentioned|find|found|look|looked)';
const ABOUT = '(?:about|regarding|concerning|of|on|at|for|up|into)';
const TEXT =
  '(?:page|website|site|article|e-?mail|message|chat|conversation|call|meeting|document|note|screen|window|video|moment|time|part|thing|place|something|anything|everything)';

const OPENINGS = [
  /^(?:please\s+)?(?:(?:can|could|would)\s+you\s+)?(?:please\s+)?(?:(?:show|tell|give)\s+me|find(?=\s+(?:me|the|an?|all|where|what)\s)(?:\s+me)?|search\s+for|look\s+for)\s+(?:about\s+)?/iu,
  new RegExp(
    `^(?:what|when|where|which|how|who)\\s+(?:else\\s+)?(?:did|do|does|have|has|had|was|were)\\s+(?:${ASKER}\\s+)?(?:ever\\s+|being\\s+|last\\s+)?${NOTICED}\\s+(?:${ABOUT}\\s+)?`,
    'iu',
  ),
  new RegExp(`^(?:did|have|has)\\s+${ASKER}\\s+(?:ever\\s+)?${NOTICED}\\s+(?:${ABOUT}\\s+)?`, 'iu'),
  new RegExp(`^(?:who|what)\\s+(?:said|mentioned|wrote|talked|spoke)\\s+(?:${ABOUT}\\s+)?`, 'iu'),
  new RegExp(
    `^(?:the|that|this|a|an|my|our)?\\s*${TEXT}s?\\s+(?:(?:that|which)\\s+(?:was|were|is)\\s+)?(?:about|regarding|concerning|where)\\s+`,
    'iu',
  ),
];

/** The question itself when nothing else is left. */
export function matterOf(question: string): string {
  let matter = question.trim();
  for (const opening of OPENINGS) matter = matter.replace(opening, '');
  return /\p{L}{2}/u.test(matter) ? matter : question;
}
