/** A page with one planted word for each kind of text that web pages have. */

/** How each kind is written, around a word. */
const KINDS: Readonly<Record<string, (word: string) => string>> = {
  heading: (word) => `<h1>heading ${word}</h1>`,
  div: (word) => `<div>plain division ${word}</div>`,
  span: (word) => `<span>a span ${word}</span>`,
  section: (word) => `<section>section ${word} text</section>`,
  article: (word) => `<article>article ${word} text</article>`,
  paragraph: (word) => `<p>paragraph with ${word} inside</p>`,
  link: (word) => `<a href="#">link ${word}</a>`,
  pre: (word) => `<pre>preformatted ${word}\nsecond line</pre>`,
  details: (word) => `<details open><summary>summary</summary>details ${word} body</details>`,
  term: (word) => `<dl><dt>term ${word}</dt><dd>its definition</dd></dl>`,
  item: (word) => `<ul><li>item ${word}</li></ul>`,
  cell: (word) => `<table border=1><tr><th>header</th><td>cell ${word}</td></tr></table>`,
  button: (word) => `<button>button ${word}</button>`,
  input: (word) => `<input value="input ${word}">`,
  select: (word) => `<select><option>chosen ${word}<option>other</select>`,
  option: (word) => `<select size=3><option>shown ${word}<option>another</select>`,
  canvas: (word) => `<canvas width=300 height=40 data-text="canvas ${word}"></canvas>`,
  svg: (word) => `<svg width=300 height=40><text x=5 y=25 font-size=18>vector ${word}</text></svg>`,
  image: (word) => `<img width=300 height=40 data-text="picture ${word}">`,
};

const SCRIPT = `
function draw(canvas, text) {
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff'; context.fillRect(0, 0, 300, 40);
  context.fillStyle = '#000'; context.font = '18px sans-serif'; context.fillText(text, 5, 25);
}
for (const canvas of document.querySelectorAll('canvas')) draw(canvas, canvas.dataset.text);
for (const image of document.querySelectorAll('img')) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 40 });
  draw(canvas, image.dataset.text); image.src = canvas.toDataURL();
}`;

export function kindsPage(nextWord: () => string) {
  const planted = Object.keys(KINDS).map((kind) => ({ kind, word: nextWord() }));
  const parts = planted.map(({ kind, word }) => KINDS[kind]?.(word));
  const html = `<!doctype html><meta charset=utf-8><title>Kinds of text</title>
    <style>body{font:16px/1.5 sans-serif;margin:16px} .g{display:grid;grid-template-columns:1fr 1fr 1fr;gap:12px}</style>
    <div class=g>${parts.map((part) => `<div>${part}</div>`).join('')}</div><script>${SCRIPT}</script>`;
  return { html, planted };
}
