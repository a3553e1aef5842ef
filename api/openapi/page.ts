/** The page; relative to where its assets are. */
export function pageOf(assets: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>svc API</title>
    <link rel="icon" type="image/png" href="${assets}/favicon-32x32.png">
    <link rel="stylesheet" href="${assets}/swagger-ui.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="${assets}/swagger-ui-bundle.js"></script>
    <script src="${assets}/start.js"></script>
  </body>
</html>
`;
}

/** Shows the document; nothing is inline, so that the page's policy can forbid it. */
export const startPage = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  persistAuthorization: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
`;
