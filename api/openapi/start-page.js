// Runs in the browser, in the page of the REST interface: shows the document. No script is inline, as the page's policy forbids
// that. A key survives a reload, but not the tab.

const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColors);
followColors();

const kept = 'svc-authorized';
const keepForTab = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        persistAuthorizationIfNeeded:
          (_original, { authSelectors }) =>
          () =>
            sessionStorage.setItem(kept, JSON.stringify(authSelectors.authorized().toJS())),
      },
    },
  },
});
const ui = SwaggerUIBundle({
  // Beside the folder of this file, whatever the base path of the service is.
  url: new URL('../openapi.json', document.currentScript.src).href,
  dom_id: '#page',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  // Without a key, the session of the console counts, which needs this header.
  requestInterceptor(request) {
    request.headers['X-Svc-Console'] = '1';
    return request;
  },
  plugins: [keepForTab],
  onComplete() {
    const authorized = sessionStorage.getItem(kept);
    if (authorized) ui.authActions.restoreAuthorization({ authorized: JSON.parse(authorized) });
  },
});
