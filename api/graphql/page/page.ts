/** The script of the page. */
export const startScriptFile = 'api/graphql/page/start-page.js';

/** @param base the base path of the service */
export const getPage = (base: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>svc GraphQL</title>
    <link rel="icon" href="${base}/favicon.ico">
    <link rel="stylesheet" href="${base}/graphql/assets/graphiql.css">
    <link rel="stylesheet" href="${base}/graphql/assets/page.css">
  </head>
  <body>
    <div id="page">Loading…</div>
    <script src="${base}/graphql/assets/react.js"></script>
    <script src="${base}/graphql/assets/react-dom.js"></script>
    <script src="${base}/graphql/assets/graphiql.js"></script>
    <script src="${base}/graphql/assets/start.js"></script>
  </body>
</html>
`;

export const style = `html, body, #page { height: 100%; margin: 0; }
`;
