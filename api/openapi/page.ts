/** The script of the page. */
export const startScriptFile = 'api/openapi/start-page.js';

/** @param base the base path of the service */
export function getPage(base: string): string {
  const assets = `${base}/api/v1/docs`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>svc API</title>
    <link rel="icon" href="${base}/favicon.ico">
    <link rel="stylesheet" href="${assets}/swagger-ui.css">
  </head>
  <body>
    <div id="page"></div>
    <noscript>This page needs JavaScript; the document behind it is <a href="${base}/api/v1/openapi.json">openapi.json</a>.</noscript>
    <script src="${assets}/swagger-ui-bundle.js"></script>
    <script src="${assets}/start.js"></script>
  </body>
</html>
`;
}
