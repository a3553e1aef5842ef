// Runs in the browser, in the GraphiQL page. Reads the schema once there is a credential: a key, or a session of the console.
// Headers are kept for the tab only, unlike what GraphiQL stores itself.

const kept = 'svc-headers';
let headers = sessionStorage.getItem(kept) || '{\n  "X-API-Key": ""\n}';
let afterEdit = () => {};
let pause;

function keepHeaders(text) {
  headers = text;
  sessionStorage.setItem(kept, text);
  clearTimeout(pause);
  pause = setTimeout(() => afterEdit(), 500);
}

const storage = {
  get length() {
    return localStorage.length;
  },
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, withoutHeaders(text)),
  removeItem: (name) => localStorage.removeItem(name),
  clear: () => localStorage.clear(),
};

function withoutHeaders(text) {
  try {
    return JSON.stringify(JSON.parse(text), (name, value) => (name === 'headers' ? undefined : value));
  } catch {
    return text;
  }
}

const accept = 'application/json, text/event-stream';
// Keeps the parameter "rows", by which the schema has the row types of connections.
const address = location.pathname + location.search;

const ask = (params, added, signal) =>
  fetch(address, {
    method: 'POST',
    // Without a key, the session of the console counts, which needs this header.
    headers: { 'content-type': 'application/json', 'x-svc-console': '1', accept, ...withoutEmpty(added) },
    body: JSON.stringify(params),
    signal,
  });

/** An empty key would count in place of the session. */
function withoutEmpty(added = {}) {
  return Object.fromEntries(Object.entries(added).filter(([, value]) => value !== ''));
}

async function fetcher(params, options) {
  if (params.operationName !== 'IntrospectionQuery') return results(params, options?.headers);
  for (let tried; ; ) {
    if (headers === tried) await new Promise((resolve) => (afterEdit = resolve));
    tried = headers;
    const answer = await ask(params, readHeaders(tried));
    if (answer.status !== 401) return answer.json();
  }
}

/** The result, or those of a subscription until GraphiQL ends it. */
async function results(params, added) {
  const stop = new AbortController();
  const answer = await ask(params, added, stop.signal);
  if (!(answer.headers.get('content-type') || '').startsWith('text/event-stream')) return answer.json();
  const events = readEvents(answer.body);
  const next = () =>
    events.next().catch((error) => {
      if (stop.signal.aborted) return { done: true };
      throw error;
    });
  const end = () => {
    stop.abort();
    return Promise.resolve({ done: true });
  };
  return {
    next,
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop();
    for (const block of blocks) {
      const lines = block.split('\n');
      if (lines.includes('event: complete')) return;
      const data = lines.find((line) => line.startsWith('data: '));
      if (data) yield JSON.parse(data.slice('data: '.length));
    }
  }
}

function readHeaders(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

ReactDOM.createRoot(document.getElementById('page')).render(
  React.createElement(GraphiQL, {
    fetcher,
    storage,
    headers,
    showPersistHeadersSettings: false,
    defaultEditorToolsVisibility: 'headers',
    defaultQuery:
      '# Put your API key into the headers below, unless you are signed in at the console.\n{\n  flows {\n    nodes {\n      name\n      document { summary }\n    }\n  }\n}\n',
    onEditHeaders: keepHeaders,
  }),
);
