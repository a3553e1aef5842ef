import { type CallableFunction, catalogFunctions } from '../../../controller/flows/index.js';
import { asRule } from '../topics/field.js';
import { fieldTable } from '../topics/field-table.js';
import { getFields } from '../topics/fields.js';
import { blocks, part, yamlBlock } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** One page for each function of the catalog `default`, below the task that calls it. */
export function functionTopics(): Topic[] {
  return catalogFunctions.map(getTopic);
}

function getTopic({ name, title, description, schema, output, example }: CallableFunction): Topic {
  const rule = asRule(schema);
  const call = `${name}@default`;
  return {
    name: `task.call.${name}`,
    aliases: [call, `${name}:1.0.0@default`, `function.${name}`],
    title: `${title} (call: ${call})`,
    summary: description,
    text: blocks(
      yamlBlock({ do: [{ [name]: { call, with: example } }] }),
      part('Arguments (`with`)', fieldTable(getFields(rule), rule)),
      part('Output', output),
      'Every task also has the fields of `task.common`.',
    ),
  };
}
