const base = '/graphql/assets';

export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>svc GraphQL</title>
    <link rel="icon" href="/favicon.ico">
    <link rel="stylesheet" href="${base}/graphiql.css">
    <link rel="stylesheet" href="${base}/page.css">
  </head>
  <body>
    <div id="page">Loading…</div>
    <script src="${base}/react.js"></script>
    <script src="${base}/react-dom.js"></script>
    <script src="${base}/graphiql.js"></script>
    <script src="${base}/start.js"></script>
  </body>
</html>
`;

export const style = `html, body, #page { height: 100%; margin: 0; }
`;

/** Reads the schema once there is a credential. Headers are kept for the tab only, unlike what GraphiQL stores itself. */
export const startPage = `const kept = 'svc-headers';
let headers = sessionStorage.getItem(kept) || '{\\n  "X-API-Key": ""\\n}';
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

const ask = (params, given) =>
  fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...given },
    body: JSON.stringify(params),
  });

async function fetcher(params, options) {
  if (params.operationName !== 'IntrospectionQuery') return (await ask(params, options?.headers)).json();
  for (let tried; ; ) {
    if (headers === tried) await new Promise((resolve) => (afterEdit = resolve));
    tried = headers;
    const given = readHeaders(tried);
    if (!Object.values(given).some(Boolean)) continue;
    const answer = await ask(params, given);
    if (answer.status !== 401) return answer.json();
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
    defaultQuery: '# Put your API key into the headers below.\\n{\\n  flows {\\n    nodes {\\n      name\\n      document { summary }\\n    }\\n  }\\n}\\n',
    onEditHeaders: keepHeaders,
  }),
);
`;
