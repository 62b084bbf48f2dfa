import { expect, test } from 'vitest';
import { broadcast } from './broadcast.ts';

test('every listener is notified until it unsubscribes', () => {
  const heard: string[] = [];
  const news = broadcast<string>(() => {});
  const end = news.listen((value) => heard.push(`first ${value}`));
  news.listen((value) => heard.push(`second ${value}`));
  news.announce('a');
  end();
  news.announce('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
  expect(news.listenerCount()).toBe(1);
});

test('a listener that breaks harms neither the others nor the teller', () => {
  const faults: unknown[] = [];
  const heard: string[] = [];
  const news = broadcast<string>((error) => faults.push(error));
  const fault = new Error('broken listener');
  news.listen(() => {
    throw fault;
  });
  news.listen((value) => heard.push(value));
  news.announce('a');
  expect([heard, faults]).toEqual([['a'], [fault]]);
});

test('a listener that ends itself while it is notified does not keep the next one from hearing', () => {
  const heard: string[] = [];
  const news = broadcast<string>(() => {});
  const end = news.listen(() => end());
  news.listen((value) => heard.push(value));
  news.announce('a');
  expect(heard).toEqual(['a']);
});
