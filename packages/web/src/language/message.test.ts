import { Children, createElement, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inContext, listed, rich, serviceText, t } from './message.ts';

test('a message is filled with values, in the form of their number', () => {
  const pictures = (count: number) =>
    t('{count, plural, one {# picture} other {# pictures}} of {app}', { count, app: 'Mail' });
  expect([pictures(1), pictures(1204)]).toEqual(['1 picture of Mail', '1,204 pictures of Mail']);
  expect(inContext('stage', 'Read')).toBe('Read');
});

test('signs of the message format in a value are text', () => {
  expect(t('Nothing found for “{query}”', { query: "{x} <b> '{'" })).toBe(
    "Nothing found for “{x} <b> '{'”",
  );
});

test('a text of the service that no catalogue has is shown as it is, whatever signs are in it', () => {
  const text = "Parts such as {x, plural or <b> and '{'";
  expect(serviceText('setting', text)).toBe(text);
  expect(serviceText('choice', 'constructor')).toBe('constructor');
});

test('tags become elements that React can tell apart', () => {
  const bold = (text: ReactNode) => createElement('b', null, text);
  const parts = rich('<b>{host}</b> and <b>{app}</b>', { host: 'here', app: 'Mail', b: bold });
  const elements = Children.toArray(parts).filter((part) => isValidElement(part));
  expect(new Set(elements.map(({ key }) => key)).size).toBe(2);
  expect(renderToStaticMarkup(parts)).toBe('<b>here</b> and <b>Mail</b>');
});

test('lists end with and, or, or only have commas', () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  expect(listed(['a', 'b'], 'or')).toBe('a or b');
  expect(listed(['a', 'b', 'c'], 'comma')).toBe('a, b, c');
  expect(listed([])).toBe('');
});
