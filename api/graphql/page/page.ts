const base = '/graphql/assets';

export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>svc GraphQL</title>
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

/** Without a credential the schema cannot be read: the page says where to put it, and keeps it for the tab only. */
export const startPage = `const stored = sessionStorage.getItem('svc-headers');
const firstHeaders = stored || '{\\n  "X-API-Key": ""\\n}';
const fetcher = async (params, options) => {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(options && options.headers) },
    body: JSON.stringify(params),
  });
  return answer.json();
};
ReactDOM.createRoot(document.getElementById('page')).render(
  React.createElement(GraphiQL, {
    fetcher,
    headers: firstHeaders,
    defaultEditorToolsVisibility: 'headers',
    defaultQuery: '# Put your API key into the headers below.\\n{\\n  flows {\\n    nodes {\\n      name\\n      document { summary }\\n    }\\n  }\\n}\\n',
    onEditHeaders: (headers) => sessionStorage.setItem('svc-headers', headers),
  }),
);
`;
