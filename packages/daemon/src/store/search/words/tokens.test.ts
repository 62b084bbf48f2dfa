import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appToken, contextToken, fold, foldCase, prefixesOf, termsOf } from './tokens.ts';

const wordsOf = (text: string) => termsOf(text).words;

describe('words', () => {
  test.each([
    ['Quarterly PLAN draft', ['quarterly', 'plan', 'draft']],
    ['Straße STRAẞE strasse', ['strasse', 'strasse', 'strasse']],
    ['Łódź Ørsted Đà æon Œuvre ılgaz', ['lodz', 'orsted', 'da', 'aeon', 'oeuvre', 'ilgaz']],
    ['crème CRÈME cre\u0300me', ['creme', 'creme', 'creme']],
    ['İstanbul naïve Ångström', ['istanbul', 'naive', 'angstrom']],
    ['ﬁne ａｂｃ ② Ⅷ', ['fine', 'abc', '2', 'viii']],
    ['Привет МИР', ['привет', 'мир']],
    ["don't stop: 3.14 C++", ['don', 't', 'stop', '3', '14', 'c']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['', []],
    [' \t\n…!?', []],
  ])('%j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('a term keeps only its first 64 characters', () => {
    expect(wordsOf('x'.repeat(70))).toEqual(['x'.repeat(64)]);
  });

  test('upper and lower case, composed and decomposed text give the same terms', () => {
    const scripts = fc.constantFrom(
      'é',
      'Ü',
      'ñ',
      'a',
      'Z',
      '9',
      'ø',
      'ж',
      ' ',
      '-',
      '東',
      'が',
      '한',
    );
    fc.assert(
      fc.property(fc.array(scripts), (characters) => {
        const text = characters.join('');
        const expected = wordsOf(text.toLowerCase());
        expect(wordsOf(text.toUpperCase())).toEqual(expected);
        expect(wordsOf(text.normalize('NFD'))).toEqual(expected);
        expect(wordsOf(text.normalize('NFC'))).toEqual(expected);
      }),
    );
  });
});

describe('compound identifiers', () => {
  test.each([
    ['getUserName', ['getusername'], ['get', 'user', 'name']],
    ['HTTPServer', ['httpserver'], ['http', 'server']],
    ['parseXMLHttpRequest', ['parsexmlhttprequest'], ['parse', 'xml', 'http', 'request']],
    ['getÜserÑame', ['getusername'], ['get', 'user', 'name']],
    ['моеИмя', ['моеимя'], ['мое', 'имя']],
    ['snake_case', ['snake', 'case'], []],
    ['src/store/tokens.ts', ['src', 'store', 'tokens', 'ts'], []],
    ['rosa.b@example.com', ['rosa', 'b', 'example', 'com'], []],
    ['ABC abc A', ['abc', 'abc', 'a'], []],
  ])('%s has the words %j and the parts %j', (text, words, parts) => {
    expect(termsOf(text)).toEqual({ words, parts });
  });

  test('a part that occurs twice is listed once', () => {
    expect(termsOf('userName userId').parts).toEqual(['user', 'name', 'id']);
  });
});

describe('scripts without spaces', () => {
  test.each([
    ['Chinese', '東京都', ['東京', '京都', '都']],
    ['hiragana with voicing marks', 'がぎ', ['がぎ', 'ぎ']],
    ['katakana with a long vowel', 'タワー', ['タワ', 'ワー', 'ー']],
    ['half-width katakana', 'ｶﾞｷﾞ', ['ガギ', 'ギ']],
    ['Hangul', '한국어', ['한국', '국어', '어']],
    ['decomposed Hangul', '한국'.normalize('NFD'), ['한국', '국']],
    ['Thai', 'ไทย', ['ไท', 'ทย', 'ย']],
    ['characters beyond the basic plane', '𠮷野家', ['𠮷野', '野家', '家']],
    ['one character', '東', ['東']],
    ['Latin inside', '東京tower2号', ['東京', '京', 'tower2', '号']],
  ])('%s: overlapping pairs, and the last character alone', (_, text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe('signs', () => {
  test.each([
    ['😀😃', ['😀', '😃']],
    ['text and 🚀', ['text', 'and', '🚀']],
    ['👨\u200d👩\u200d👧', ['👨', '👩', '👧']],
    ['☎\ufe0f ☎\ufe0e ☎', ['☎', '☎', '☎']],
    ['🇩🇪🇫🇷', ['🇩🇪', '🇫🇷']],
    ['👍🏽', ['👍']],
  ])('emoji are separate terms: %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('private-use characters separate words, so no text can forge the tokens of an app or a context', () => {
    const forged = `${appToken(1)} ${contextToken(2)} a\ue000c3 \u{f0000}x \u{10fffd}`;
    expect(termsOf(forged)).toEqual({ words: ['a1', 'c2', 'a', 'c3', 'x'], parts: [] });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { words, parts } = termsOf(text + contextToken(7));
        expect([...words, ...parts].filter((term) => /\p{Co}/u.test(term))).toEqual([]);
      }),
    );
  });

  test('NUL and lone surrogates separate words', () => {
    expect(wordsOf('a\0b \ud800c d\udfff')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a term never holds an ASCII character at which the index would split it', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(texts, (text) => {
        const terms = termsOf(text);
        for (const term of [...terms.words, ...terms.parts, ...prefixesOf(terms)]) {
          expect(term).not.toBe('');
          expect(term).not.toMatch(/[\0-/:-@A-Z[-`{-\x7f]/);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('prefixesOf', () => {
  test('gives the first one, two and three characters of every word and part, each once', () => {
    expect(prefixesOf(termsOf('getUser user')).sort()).toEqual(
      ['g', 'ge', 'get', 'u', 'us', 'use'].sort(),
    );
  });

  test('counts characters, not UTF-16 units, and leaves unspaced scripts out', () => {
    expect(prefixesOf(termsOf('été жар 𐌰𐌱𐌲𐌳 東京 🚀'))).toEqual([
      'e',
      'et',
      'ete',
      'ж',
      'жа',
      'жар',
      '𐌰',
      '𐌰𐌱',
      '𐌰𐌱𐌲',
      '🚀',
    ]);
  });
});

describe('folding for filters', () => {
  test('ignores case, accents and compatibility forms', () => {
    expect(foldCase('ÉDITEUR – Straße ①')).toBe('editeur – strasse 1');
    expect(fold('Édith')).toBe('Edith');
  });

  test('keeps kana voicing marks and Hangul syllables, which are separate letters', () => {
    expect(foldCase('ガ')).not.toBe(foldCase('カ'));
    expect(foldCase('한')).toBe('한');
  });
});
