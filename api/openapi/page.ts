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

/** Shows the document. No script is inline: the page's policy forbids that. A key survives a reload, but not the tab. */
export const getStartPage = (base: string) => `const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColors);
followColors();

const kept = 'svc-authorized';
const keepForTab = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        persistAuthorizationIfNeeded: (_original, { authSelectors }) => () =>
          sessionStorage.setItem(kept, JSON.stringify(authSelectors.authorized().toJS())),
      },
    },
  },
});
const ui = SwaggerUIBundle({
  url: '${base}/api/v1/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  plugins: [keepForTab],
  onComplete() {
    const authorized = sessionStorage.getItem(kept);
    if (authorized) ui.authActions.restoreAuthorization({ authorized: JSON.parse(authorized) });
  },
});
`;
