/** Finds the messages of the page in its sources, and texts that are shown without being one. Called by `page-messages.ts`. */
import ts from 'typescript';

export interface Found {
  /** Keys of the catalogues: the English message, after its context where it has one. */
  keys: string[];
  faults: string[];
}

/** The functions of `language/message.ts`, and how many arguments make the key. */
const CALLS: Readonly<Record<string, number>> = { t: 1, rich: 1, inContext: 2 };
const SHOWN_ATTRIBUTES = new Set(['alt', 'aria-label', 'label', 'placeholder', 'text', 'title']);
const WORD = /\p{L}{2}/u;
/** Names that are the same in every language. */
const NAMES = new Set(['Hindcast', 'Signal, Messages', 'bank.example']);
/** Several words that begin like a sentence. */
const SENTENCE = /^\p{Lu}[\p{L}’']* \p{Ll}/u;

export function messageOf(key: string): string {
  return key.slice(key.indexOf('|') + 1);
}

export function findMessages(path: string, source: string): Found {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Found = { keys: [], faults: [] };
  const fault = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.faults.push(`${path}:${line + 1}: ${text}`);
  };
  visit(file);
  return found;

  function visit(node: ts.Node): void {
    const size = ts.isCallExpression(node) ? CALLS[node.expression.getText(file)] : undefined;
    if (ts.isCallExpression(node) && size !== undefined) {
      const [parts, rest] = [node.arguments.slice(0, size), node.arguments.slice(size)];
      if (parts.length === size && parts.every((one) => ts.isStringLiteralLike(one)))
        found.keys.push(parts.map(({ text }) => text).join('|'));
      else fault(node, 'a message must be written out as a literal');
      rest.forEach(visit);
      return;
    }
    if (isShown(node)) fault(node, `text without a translation: ${node.getText(file).trim()}`);
    ts.forEachChild(node, visit);
  }
}

function isShown(node: ts.Node): boolean {
  if ('text' in node && NAMES.has(String(node.text).trim())) return false;
  if (ts.isJsxText(node)) return WORD.test(node.text);
  if (ts.isStringLiteral(node) && ts.isJsxAttribute(node.parent))
    return SHOWN_ATTRIBUTES.has(node.parent.name.getText()) && WORD.test(node.text);
  if (
    ts.isStringLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isNoSubstitutionTemplateLiteral(node)
  )
    return SENTENCE.test(node.text);
  return false;
}
