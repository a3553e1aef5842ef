import { taskTypes } from '../../../controller/flows/index.js';
import { schema } from '../../../schemas/index.js';
import { type Rule, resolve } from '../../../schemas/rule.js';
import type { Field } from '../topics/field.js';
import { fieldTable } from '../topics/field-table.js';
import { getFields } from '../topics/fields.js';
import { blocks, part, yamlBlock } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** Parts of flows that many tasks have, and that have pages of their own. */
const parts = {
  authentication: 'task.authentication',
  externalResource: 'task.resource',
  schema: 'task.schema',
  retryPolicy: 'task.retry',
  duration: 'task.duration',
} as const;

/** The parts of a flow that have pages of their own. */
export const partPages = {
  ...parts,
  authenticationOrName: parts.authentication,
  task: 'task',
  taskList: 'task',
} as const;
/** Fields of every task; they stand in the page of `task.common`. */
const common: readonly string[] = ['if', 'input', 'output', 'export', 'timeout', 'then', 'metadata'];

/** One page for each type of task, one for each variant of a type, and one for the fields of every task. */
export function taskTopics(): Topic[] {
  const root = schema('flow') as Rule;
  const definitions = root.$defs ?? {};
  const topics = taskTypes.flatMap(({ key }) => {
    const rule = definitions[`${key}Task`];
    if (!rule) throw new Error(`The schema of flows has no ${key}Task`);
    const variants = getVariants(key, rule, root);
    return [taskTopic(`task.${key}`, rule, root, variants), ...variants];
  });
  const shared = getFields(definitions['setTask'] ?? {}, root, partPages).filter(isCommon);
  return [
    {
      name: 'task.common',
      title: 'Fields of every task (task.common)',
      summary:
        'What every task can have besides its own fields: conditions, data, time limits, the next task.',
      text: fieldTable(shared, root, '##'),
    },
    ...topics,
    ...Object.entries(parts).map(([part, name]) => partTopic(name, definitions[part] ?? {}, root)),
  ];
}

/** A part of flows; the fields of another part inside it stand on the page of that one. */
function partTopic(name: string, rule: Rule, root: Rule): Topic {
  const { title = name, description = '', examples = [] } = rule;
  const fields = getFields(rule, root, partPages);
  return {
    name,
    title: `${title} (${name})`,
    summary: description,
    text: blocks(...examples.map(yamlBlock), part('Fields', fieldTable(fields, root))),
  };
}

/** The variants of `call` and `run`, which share a key. */
function getVariants(key: string, rule: Rule, root: Rule): Topic[] {
  const holder = key === 'run' ? rule.properties?.['run'] : rule;
  const variants = holder === undefined ? [] : (resolve(holder, root).oneOf ?? []);
  return variants.map((variant) => taskTopic(`task.${key}.${variantName(variant, root)}`, variant, root));
}

function variantName(variant: Rule, root: Rule): string {
  const { properties = {} } = resolve(variant, root);
  const call = properties['call']?.const;
  if (typeof call === 'string') return call;
  return properties['call'] ? 'function' : (Object.keys(properties)[0] ?? '');
}

function taskTopic(name: string, rule: Rule, root: Rule, variants: readonly Topic[] = []): Topic {
  const { title = name, description = '', examples = [] } = resolve(rule, root);
  const fields = getFields(rule, root, partPages).filter((field) => !isCommon(field));
  // The list of topics below it names the variants.
  const table = variants.length > 0 ? '' : fieldTable(fields, root);
  const text = blocks(
    ...examples.map(yamlBlock),
    part('Fields', table),
    'Every task also has the fields of `task.common`.',
  );
  return { name, title: `${title} (${name})`, summary: description, text };
}

function isCommon({ path }: Field): boolean {
  return common.includes(path.split(/[.[]/)[0] ?? '');
}
