import type { Page } from './page.js';

/**
 * The page at the bare address: what svc is, and where to go. It says nothing about the installation.
 * @param missing HTML in place of the heading, where the console is not there
 */
export function frontPage(base: string, missing?: string): Page {
  const card = (path: string, name: string, about: string) =>
    `<li><a href="${base}${path}"><b>${name}</b><span>${about}</span></a></li>`;
  return {
    title: 'svc: automations that run from Git',
    body: `${missing ?? '<h1>Automations that run from Git</h1>'}
<p class="lead">This is svc. A team keeps its flows and connections as files in a Git repository; svc checks every change, runs
the flows, and continues them after a crash.</p>
<ul class="cards">
${missing === undefined ? card('/console/', 'Console', 'Sign in, see what runs, what waits and what failed.') : ''}
${card('/manual', 'Manual', 'Write a flow, run it, look up any field, error or command.')}
${card('/manual/guide.first-flow', 'Your first flow', 'From an empty folder to a flow that runs.')}
${card('/api/v1/docs', 'REST', 'All calls, with their fields; try them with an API key.')}
${card('/graphql', 'GraphQL', 'Query flows and runs, and follow them.')}
${card('/manual/guide.agents', 'Agents', `They connect to <code>${base}/mcp</code> and propose changes.`)}
${card('/manual/guide.operating', 'Operate', 'Keys and users, backups, limits, logs and metrics.')}
</ul>
<h2>Were you asked for a decision?</h2>
<p>Open the link in the message that asked you: it leads to the form. The link works until the task is done.</p>
<h2>From a terminal</h2>
<p><code>svc login</code> with the address of this page and an API key; then <code>svc status</code> and <code>svc runs list</code>.
Administrators make keys: see <a href="${base}/manual/guide.operating">Operating a service</a>.</p>`,
  };
}
