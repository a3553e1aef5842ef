import {
  findPreset,
  getExampleConnection,
  getExampleFlow,
  getExampleTrigger,
  listPresetNames,
  type Preset,
} from '../../../controller/connectors/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { blocks, code, part, table, yamlBlock } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** One page for each app that svc has a preset of. */
export function appTopics(): Topic[] {
  return listPresetNames().flatMap((name) => {
    const preset = findPreset(name);
    return preset ? [appTopic(preset)] : [];
  });
}

function appTopic(preset: Preset): Topic {
  const { preset: name, title, description, category = '', documentation = '', setup = '' } = preset;
  const flow = getExampleFlow(preset);
  return {
    name: `app.${name}`,
    aliases: [...new Set([name, title.toLowerCase()])],
    title: `${title} (app.${name})`,
    summary: description,
    text: blocks(
      `${category}. The connector is \`connector.openapi\`; the app's own documentation is at ${documentation}.`,
      part('A connection', blocks(yamlBlock(getExampleConnection(preset)), signInText(preset))),
      part('Credentials', blocks(setup, secretsText(preset))),
      part('Values (`with`)', fieldTable(preset)),
      part(
        'Actions',
        blocks(actionTable(preset), `\`svc connections actions ${name}\` shows their arguments.`),
      ),
      part('A flow', flow ? blocks(`${preset.example?.title}:`, yamlBlock(flow)) : ''),
      part('Messages of the app', webhookText(preset)),
      part('Limits and errors', limitsText(preset)),
    ),
  };
}

/** The further ways to sign in. */
function signInText(preset: Preset): string {
  const [, ...others] = preset.signIn ?? [];
  return blocks(
    ...others.map((scheme) => {
      const { config } = getExampleConnection(preset, scheme) as { config: JsonObject };
      return blocks(`Or, to sign in by another way (${scheme.title}):`, yamlBlock({ config }));
    }),
  );
}

/** The secrets of the example, as requests store them. */
function secretsText(preset: Preset): string {
  const [scheme] = preset.signIn ?? [];
  const needsConsent = scheme?.auth?.['authorizationUrl'] !== undefined;
  const { fields = {} } = preset;
  const { config } = getExampleConnection(preset) as { config: { with: JsonObject } };
  const keys = Object.keys(config.with).filter((name) => fields[name]?.secret && name !== 'refreshToken');
  if (keys.length === 0 && !needsConsent) return '';
  const value = JSON.stringify(Object.fromEntries(keys.map((key) => [key, '…'])));
  const put = [
    '```sh',
    `curl -X PUT "$SVC_URL/api/v1/platform/secrets/${preset.preset}" -H "X-API-Key: $SVC_KEY" \\`,
    `  -H 'content-type: application/json' -d '{"value": ${value}}'`,
    `svc connections ${needsConsent ? 'consent' : 'test'} ${preset.preset}`,
    '```',
  ].join('\n');
  const note = needsConsent
    ? 'The last command prints the address at which a person consents: `guide.signing`.'
    : '';
  return blocks(put, note);
}

function fieldTable({ fields = {} }: Preset): string {
  const rows = Object.entries(fields).map(([name, { description, secret, default: usual, optional }]) => {
    const usualText = usual === undefined ? '' : ` Default: ${code(String(usual))}.`;
    return [code(name), secret ? 'secret' : optional ? 'optional' : '', `${description}${usualText}`];
  });
  return table(['Name', '', 'Value'], rows);
}

function actionTable({ operations }: Preset): string {
  const rows = Object.entries(operations).map(([name, { title, call, pages }]) => [
    code(name),
    pages === undefined ? title : `${title}; with \`paginate: true\` all pages`,
    code(call),
  ]);
  return table(['Action', 'Does', 'Request'], rows);
}

function webhookText(preset: Preset): string {
  const { webhook } = preset;
  if (!webhook) return '';
  const trigger = getExampleTrigger(preset);
  const address = `The address is \`<your service>/api/v1/<branch>/hooks/${preset.preset}\`.`;
  return blocks(`${webhook.description} ${address}`, trigger ? yamlBlock(trigger) : '');
}

function limitsText({ rateLimit, retry, idempotencyHeader }: Preset): string {
  const { requests, per } = rateLimit ?? {};
  const sentences = [
    requests === undefined
      ? ''
      : `At most ${requests} requests a ${per} are sent, unless \`rateLimit\` says otherwise.`,
    retry
      ? `A request that is answered ${retry.statuses.join(' or ')} is sent again when the app allows it.`
      : '',
    idempotencyHeader
      ? `Repeated requests have the same key in \`${idempotencyHeader}\`, so that they count once.`
      : '',
    'Errors have the status and the message of the app.',
  ];
  return sentences.filter((each) => each !== '').join(' ');
}
