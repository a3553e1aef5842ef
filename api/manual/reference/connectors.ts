import { type Action, builtInConnectors, type Connector } from '../../../controller/connectors/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { Rule } from '../../../schemas/rule.js';
import { asRule } from '../topics/field.js';
import { fieldTable } from '../topics/field-table.js';
import { getFields } from '../topics/fields.js';
import { blocks, code, part, table, yamlBlock } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';
import { exampleArguments, exampleConnection } from './connector-examples.js';

/** One page for each built-in connector, and one for each of its actions. */
export function connectorTopics(): Topic[] {
  return builtInConnectors().flatMap((connector) => [
    connectorTopic(connector),
    ...Object.entries(connector.actions).map(([name, action]) => actionTopic(connector, name, action)),
  ]);
}

function connectorTopic(connector: Connector): Topic {
  const { name, title, description, actions, events, entities, described: openActions } = connector;
  const config = describedConfig(connector);
  const rows = Object.entries(actions).map(([action, each]) => [
    code(`connector.${name}.actions.${action}`),
    each.description,
  ]);
  const more = [
    ...(openActions
      ? ['Further actions are described by the server, or by files that the configuration names.']
      : []),
    ...(entities ? ['Things of the server can be listed, read and changed as entities.'] : []),
  ];
  return {
    name: `connector.${name}`,
    title: `${title} (connector.${name})`,
    summary: description,
    text: blocks(
      part('A connection', yamlBlock(exampleConnection(connector))),
      part('Configuration', fieldTable(getFields(config), config)),
      part('Actions', table(['Action', 'Description'], rows)),
      more.join(' '),
      part('Errors', knownErrors(connector)),
      events ? part('Messages (`subscribe`)', subscription(events.input)) : '',
    ),
  };
}

function knownErrors({ errors = [] }: Connector): string {
  const rows = errors.map(({ kind, status, title, when }) => [String(status), code(kind), title, when]);
  if (rows.length === 0) return '';
  const matching = {
    catch: {
      errors: { with: { status: errors[0]?.status ?? 0, title: errors[0]?.title ?? '' } },
      do: [{ known: { set: { isNew: false } } }],
    },
  };
  return blocks(
    'A `catch` matches them by status and title: `task.try`. The detail is the text of the server; that of PostgreSQL and MySQL ends ' +
      'with its code, such as `(SQLSTATE 23505)`, which `when: $error.detail | contains("SQLSTATE 23505")` tests.',
    table(['Status', 'Type', 'Title', 'Cause'], rows),
    yamlBlock(matching),
  );
}

function subscription(input: JsonObject | boolean): string {
  const rule = asRule(input);
  return fieldTable(getFields(rule), rule);
}

function actionTopic(connector: Connector, name: string, action: Action): Topic {
  const { title, description, hints, input, output } = action;
  const [rule, answer] = [asRule(input), asRule(output)];
  const call = { call: `my-${connector.name}.${name}`, with: exampleArguments(connector, name) };
  const facts = [
    hints.readOnly ? 'changes nothing on the server' : 'changes the server',
    ...(hints.idempotent && !hints.readOnly ? ['calling it again has no further effect'] : []),
    ...(hints.destructive ? ['can delete or overwrite'] : []),
  ];
  return {
    name: `connector.${connector.name}.actions.${name}`,
    title: `${title} (${connector.name}.${name})`,
    summary: description,
    text: blocks(
      `This action ${facts.join('; ')}.`,
      yamlBlock({ do: [{ [name]: call }] }),
      part('Arguments (`with`)', fieldTable(getFields(rule), rule)),
      part('Output', fieldTable(getFields(answer), answer)),
    ),
    isPart: true,
  };
}

/** Returns the schema of a configuration with the fields' own descriptions; a credential is one field. */
function describedConfig({ configSchema }: Connector): Rule {
  return described(asRule(configSchema));
}

function described(rule: Rule): Rule {
  if (rule['x-secret'] === true) return credential(rule);
  const { properties, oneOf, anyOf } = rule;
  return {
    ...rule,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, described(member)]),
      ),
    }),
    ...(oneOf && { oneOf: oneOf.map(described) }),
    ...(anyOf && { anyOf: anyOf.map(described) }),
  };
}

function credential({ title, description = '', examples }: Rule): Rule {
  const form = 'Written as `{ secret: <path>, key: <key> }`.';
  return {
    ...(title === undefined ? {} : { title }),
    type: 'object',
    description: `${description} ${form}`,
    ...(examples && { examples }),
  };
}
