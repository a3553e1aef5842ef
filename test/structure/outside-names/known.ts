/**
 * The names outside of svc that its files and pages may have: each exists and is owned by the party that it stands for. Add a
 * name only after a look at who owns it.
 */
export const knownNames: Readonly<Record<string, readonly string[]>> = {
  host: [
    'adaptivecards.io',
    'api.anthropic.com',
    'api.github.com',
    'api.openai.com',
    'cyclonedx.org',
    'discord.com',
    'docs.gitea.com',
    'docs.github.com',
    'docs.gitlab.com',
    'docs.slack.dev',
    'docs.stripe.com',
    'github.com',
    'github.com/winsw',
    'gitlab.com',
    'json-schema.org',
    'json.schemastore.org',
    'keepachangelog.com',
    'login.microsoftonline.com',
    'no-color.org',
    'open-workflow-specification.org',
    'pre-commit.com',
    'semver.org',
    'serverlessworkflow.io',
    'shopify.dev',
    'slack.com',
    'support.atlassian.com',
    'theupdateframework.github.io',
    'www.iis.net',
    'www.rfc-editor.org',
    'www.standardwebhooks.com',
    'www.w3.org',
  ],
  // Development dependencies, which `npm ci` has installed when `npx` runs them.
  npm: ['tsx', 'vitest'],
  action: ['actions/checkout', 'actions/setup-node'],
  image: ['docker.io/library/alpine', 'docker.io/library/node'],
  package: [],
};
