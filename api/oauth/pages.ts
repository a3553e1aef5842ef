import { isAtLeast, type Principal, roles } from '../../controller/security/identity/access/access.js';
import { scopeEffects } from '../../controller/security/identity/access/scopes.js';
import { escapeHtml } from '../../schemas/escape-html.js';
import { createStyle, type Page } from '../http/pages/page.js';
import type { AuthorizationRequest } from './authorizations.js';
import { cliClientId, type OAuthClient } from './clients/client.js';
import { isLoopbackHost } from './clients/redirect-uris.js';
import { getMcpResource } from './issuer.js';

const style =
  createStyle(`dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem;margin:1rem 0}dt{color:var(--dim)}dd{margin:0}
.note{border-left:4px solid var(--warn-line);background:var(--warn);padding:.6rem 1rem;border-radius:0 6px 6px 0}.fault{color:var(--fault)}
fieldset{border:1px solid var(--line);border-radius:8px;margin:1.5rem 0 0;padding:.5rem 1rem 1rem}legend{font-weight:600;padding:0 .4rem}
label{display:block;margin-top:.6rem}label.field{font-weight:600;margin-top:1.25rem}.hint{color:var(--dim);margin:0}
input:not([type=checkbox]),select{font:inherit;width:100%;margin-top:.25rem;padding:.55rem .65rem;color:inherit;background:var(--page);border:1px solid var(--dim);border-radius:6px}
input[type=checkbox]{width:1.25rem;height:1.25rem;accent-color:var(--accent);flex:none;margin:.15rem .5rem 0 0}label:has([type=checkbox]){display:flex}
.answers{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.75rem}
button,.button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.75rem;border:1px solid var(--accent);border-radius:6px;cursor:pointer;color:var(--on-accent);background:var(--accent);text-decoration:none}a.button{display:inline-block}
button.other{color:var(--text);background:var(--page);border-color:var(--dim)}.code{font:700 1.6rem/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.08em}
`);

/** A page of a title and a sentence. */
export function sayPage(title: string, sentence: string): Page {
  return { title, style, body: `<h1>${escapeHtml(title)}</h1>\n<p class="lead">${escapeHtml(sentence)}</p>` };
}

/** The page on which a person types the code of its terminal. */
export function devicePage(path: string, fault?: string): Page {
  return {
    title: 'Connect a terminal',
    style,
    body: `<h1>Connect a terminal</h1>
<p class="lead">Type the code that your terminal shows.</p>
${fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>\n`}<form method="get" action="${escapeHtml(path)}" autocomplete="off">
<label class="field" for="user_code">Code</label>
<input id="user_code" name="user_code" maxlength="20" required autofocus>
<p class="answers"><button>Continue</button></p>
</form>`,
  };
}

interface SignInPage {
  client: OAuthClient;
  action: string;
  hasPasswords: boolean;
  /** The address that leads to an identity provider, and its name. */
  provider: { address: string; title: string } | undefined;
  fault?: string | undefined;
}

/** The page on which a person signs in before it sees a request. */
export function signInPage({ client, action, hasPasswords, provider, fault }: SignInPage): Page {
  const form = `<form method="post" action="${escapeHtml(action)}">
<label class="field" for="username">User</label>
<input id="username" name="username" autocomplete="username" maxlength="255" required autofocus>
<label class="field" for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required>
<p class="answers"><button>Sign in</button></p>
</form>`;
  return {
    title: 'Sign in',
    style,
    body: `<h1>Sign in</h1>
<p class="lead">“${escapeHtml(client.name)}” asks for access. Sign in to see what for.</p>
${fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>\n`}${hasPasswords ? form : ''}
${provider ? `<p class="answers"><a class="button" href="${escapeHtml(provider.address)}">Sign in with ${escapeHtml(provider.title)}</a></p>` : ''}`,
  };
}

interface ConsentPage {
  request: AuthorizationRequest;
  principal: Principal;
  action: string;
  /** Proves that the form comes from this page, for this person. */
  token: string;
  /** The longest time that the access lasts. */
  lifetime: string;
  fault?: string | undefined;
}

/** The page on which a person sees who asks for what, narrows it, and decides. */
export function consentPage({ request, principal, action, token, lifetime, fault }: ConsentPage): Page {
  const { client, answer, effects } = request;
  const name = escapeHtml(client.name);
  const target = answer.kind === 'browser' ? describeTarget(answer.redirectUri) : undefined;
  const boxes = effects.map(
    (effect) =>
      `<label><input type="checkbox" name="effect-${effect}" value="on" checked><span><b>${effect}</b>: ${escapeHtml(scopeEffects[effect])}</span></label>`,
  );
  const lower = roles.filter((role) => role !== principal.role && isAtLeast(principal.role, role)).reverse();
  const facts: [string, string][] = [
    ['Asks', `“${name}”. ${escapeHtml(describeSource(client))}`],
    ['You', escapeHtml(principal.id.replace(/^(user|oidc):/, ''))],
    ['For', escapeHtml(describeAudience(request))],
    ...(target === undefined ? [] : [['Goes to', escapeHtml(target.words)] as [string, string]]),
    ['Until', `you revoke it, at the latest in ${lifetime}`],
  ];
  const code =
    answer.kind === 'device'
      ? `<p class="note">Allow this only if you began it yourself on your own terminal, and it shows this code:</p><p class="code">${answer.userCode}</p>`
      : '';
  return {
    title: `Access for ${client.name}`,
    style,
    formTarget: target?.source,
    body: `<h1>Allow access for “${name}”?</h1>
${fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>\n`}${code}
<dl>${facts.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join('')}</dl>
<p>${escapeHtml(describeActor(client))}</p>
<form method="post" action="${escapeHtml(action)}" autocomplete="off">
<button disabled hidden></button>
<input type="hidden" name="token" value="${escapeHtml(token)}">
<fieldset><legend>It may, as far as you may</legend>
${boxes.join('\n')}
</fieldset>
<label class="field"><input type="checkbox" name="read_only" value="on">Read only</label>
<p class="hint">Whatever is chosen above, it only reads.</p>
<label class="field" for="role">Highest role</label>
<select id="role" name="role"><option value="">the same as mine (${principal.role})</option>${lower.map((role) => `<option>${role}</option>`).join('')}</select>
<label class="field" for="branches">Branches</label>
<input id="branches" name="branches" maxlength="2000" placeholder="all">
<p class="hint">Names or patterns, such as feature/*, with blanks between them. Empty: all.</p>
<p class="answers"><button name="decision" value="allow">Allow</button>
<button class="other" name="decision" value="deny">Refuse</button></p>
</form>`,
    footer: 'You can take the access back at any time: <code>svc grants list</code>, or the console.',
  };
}

function describeSource(client: OAuthClient): string {
  if (client.source === 'built-in') return 'It is the command line of svc.';
  if (client.source === 'settings') return 'The settings of this service name it.';
  if (client.source === 'document') return `It is described at ${client.id}.`;
  return 'It says so itself: svc has not checked the name.';
}

function describeActor({ id }: OAuthClient): string {
  return id === cliClientId
    ? 'The terminal acts as you, as this browser does.'
    : 'It acts in your name as an assistant: what changes protected branches, rights or secrets waits until a person allows it.';
}

function describeAudience({ audience, issuer }: AuthorizationRequest): string {
  if (audience === getMcpResource(issuer)) return 'the tools for assistants of this service';
  return audience === issuer ? 'all of this service' : audience;
}

/** The address that the browser is sent to: in words, and as the policy of the page names it. */
function describeTarget(redirectUri: string): { words: string; source: string } {
  const { protocol, host, hostname, origin } = new URL(redirectUri);
  if (protocol !== 'https:' && protocol !== 'http:')
    return { words: `the app on this machine that opens ${protocol}`, source: protocol };
  if (isLoopbackHost(hostname))
    // A policy cannot name IPv6 addresses.
    return { words: `a program on this machine (${host})`, source: hostname === '[::1]' ? 'http:' : origin };
  return { words: host, source: origin };
}
