/**
 * What a hostile web page tries, as the text of a script that runs in it. `attack(base, word)` resolves to one entry for each try:
 * `got` is what the page could learn. `word` is one that the service has stored. Tries that are to succeed are named in `patient`: a
 * busy machine may take long over them.
 */
export const ATTACK_SCRIPT = `
const WAIT_MS = 4000;
const PATIENCE_MS = 20000;
const ADD = JSON.stringify({
  device_name: 'evil', content: { content_type: 'transcription', data: { transcription: 'planted', transcription_engine: 'evil' } },
});
const TAGS = JSON.stringify({ tags: ['planted'] });
const SQL = JSON.stringify({ query: 'SELECT full_text FROM frames' });

/** Never rejects: a try that fails or hangs has learnt nothing. */
async function attempt(name, run, waitMs) {
  const late = new Promise((resolve) => setTimeout(() => resolve('timeout'), waitMs));
  try {
    return { name, got: String(await Promise.race([run(), late])) };
  } catch (error) {
    return { name, got: 'refused' };
  }
}

async function read(url, options) {
  const response = await fetch(url, options);
  return response.type === 'opaque' ? 'opaque' : response.text();
}

function xhr(method, url, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.onload = () => resolve(request.responseText);
    request.onerror = reject;
    request.send(body);
  });
}

/** An element that loads something from the service; its result is whether that worked. */
function element(tag, attributes) {
  return new Promise((resolve, reject) => {
    const node = Object.assign(document.createElement(tag), attributes);
    node.onload = node.onloadeddata = () => resolve('loaded ' + (node.naturalWidth || ''));
    node.onerror = reject;
    document.body.append(node);
  });
}

function script(src) {
  window.leaked = undefined;
  return element('script', { src }).then(() => 'loaded ' + window.leaked);
}

function frame(src) {
  return new Promise((resolve) => {
    const node = Object.assign(document.createElement('iframe'), { src });
    node.onload = () => {
      let text = 'closed';
      try { text = node.contentDocument.documentElement.textContent; } catch {}
      resolve(text);
    };
    document.body.append(node);
  });
}

/** A form can send any text: with text/plain its field names and values make JSON. */
function form(action, json) {
  const target = document.createElement('iframe');
  target.name = 'target' + Math.random();
  const node = Object.assign(document.createElement('form'), { action, method: 'POST', enctype: 'text/plain', target: target.name });
  const cut = json.length - 1;
  node.append(Object.assign(document.createElement('input'), { name: json.slice(0, cut) + ',"x":"', value: '"}' }));
  document.body.append(target, node);
  return new Promise((resolve) => {
    target.onload = () => {
      try { resolve(target.contentDocument.documentElement.textContent || 'empty'); } catch { resolve('closed'); }
    };
    node.submit();
  });
}

function eventSource(url) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(url, { withCredentials: true });
    source.onopen = () => resolve('open');
    source.onerror = () => { source.close(); reject(); };
  });
}

function webSocket(url) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.onopen = () => resolve('open');
    socket.onerror = reject;
  });
}

/** A page without its own origin, which the browser calls "null". */
function sandboxed(url) {
  return new Promise((resolve) => {
    addEventListener('message', (event) => resolve(event.data), { once: true });
    const body = 'fetch("' + url + '").then((r) => r.text(), () => "refused").then((t) => parent.postMessage(t, "*"))';
    document.body.append(Object.assign(document.createElement('iframe'), { sandbox: 'allow-scripts', srcdoc: '<script>' + body + '</' + 'script>' }));
  });
}

async function attack(base, word, patient) {
  const search = base + '/search?q=' + word;
  const plain = { 'content-type': 'text/plain' };
  const json = { 'content-type': 'application/json' };
  const tries = {
    'fetch search': () => read(search),
    'fetch with credentials': () => read(search, { credentials: 'include' }),
    'fetch no-cors': () => read(search, { mode: 'no-cors' }),
    'fetch image': () => read(base + '/frames/1'),
    'fetch text': () => read(base + '/frames/1/ocr'),
    'fetch health': () => read(base + '/health'),
    'fetch sql': () => read(base + '/raw_sql', { method: 'POST', headers: json, body: SQL }),
    'fetch sql as plain text': () => read(base + '/raw_sql', { method: 'POST', headers: plain, body: SQL }),
    'fetch without referrer': () => read(search, { referrerPolicy: 'no-referrer' }),
    'xhr search': () => xhr('GET', search),
    'xhr sql': () => xhr('POST', base + '/raw_sql', SQL, json),
    'sandboxed fetch': () => sandboxed(search),
    image: () => element('img', { src: base + '/frames/1' }),
    'image for cors': () => element('img', { src: base + '/frames/1?', crossOrigin: 'anonymous' }),
    video: () => element('video', { src: base + '/frames/1' }),
    script: () => script(search),
    stylesheet: () => element('link', { rel: 'stylesheet', href: search }),
    object: () => element('object', { data: base + '/frames/1' }),
    frame: () => frame(search),
    'event source': () => eventSource(search),
    'web socket': () => webSocket((base || location.origin).replace('http', 'ws') + '/ws/health'),
    'add by fetch': () => read(base + '/add', { method: 'POST', headers: json, body: ADD }),
    'add by plain fetch': () => read(base + '/add', { method: 'POST', mode: 'no-cors', headers: plain, body: ADD }),
    'add by xhr': () => xhr('POST', base + '/add', ADD, json),
    'add by form': () => form(base + '/add', ADD),
    'add by beacon': () => navigator.sendBeacon(base + '/add', new Blob([ADD], { type: 'text/plain' })) && 'sent',
    'add by keepalive': () => read(base + '/add', { method: 'POST', mode: 'no-cors', keepalive: true, body: ADD }),
    'tag by fetch': () => read(base + '/tags/vision/1', { method: 'POST', headers: json, body: TAGS }),
    'tag by plain fetch': () => read(base + '/tags/vision/1', { method: 'POST', mode: 'no-cors', body: TAGS }),
    'tag by form': () => form(base + '/tags/vision/1', TAGS),
    'untag by fetch': () => read(base + '/tags/vision/1', { method: 'DELETE', headers: json, body: '{"tags":["kept"]}' }),
  };
  const results = [];
  for (const [name, run] of Object.entries(tries)) {
    results.push(await attempt(name, run, patient.includes(name) ? PATIENCE_MS : WAIT_MS));
  }
  return results;
}
`;
