import { kinds } from '../../../controller/kinds/index.js';
import { schema, schemaNames } from '../../../schemas/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { Rule } from '../../../schemas/rule.js';
import { fieldTable } from '../topics/field-table.js';
import { fieldTopics } from '../topics/field-topics.js';
import { getFields } from '../topics/fields.js';
import { blocks, part, yamlBlock } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';
import { partPages } from './tasks.js';

/** One page for each kind of file, and one for each of its fields. */
export function kindTopics(): Topic[] {
  return kinds.flatMap(({ kind, plural }) => {
    const name = schemaNames.find((each) => each === kind);
    return name === undefined ? [] : getTopics(kind, plural, schema(name));
  });
}

function getTopics(kind: string, plural: string, document: JsonObject): Topic[] {
  const root = document as Rule;
  const name = `kind.${kind}`;
  const fields = getFields(root, root, kind === 'flow' ? partPages : {});
  const places = `New ones are written to \`${plural}/<name>.yaml\`. Any folder works: a file says itself what it is.`;
  const tasks = kind === 'flow' ? 'The tasks below `do` have pages of their own, such as `task.call`.' : '';
  const text = blocks(
    ...(root.examples ?? []).map(yamlBlock),
    `${places}${tasks === '' ? '' : ` ${tasks}`}`,
    part('Fields', fieldTable(fields, root)),
    `Editors complete and check these files with the schema \`/schemas/${kind}.json\` of a running service.`,
  );
  const topic: Topic = {
    name,
    title: `${root.title ?? kind} (${name})`,
    summary: root.description ?? '',
    text,
  };
  return [topic, ...fieldTopics(name, fields, root)];
}
