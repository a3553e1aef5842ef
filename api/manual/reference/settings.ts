import { schema } from '../../../schemas/index.js';
import type { Rule } from '../../../schemas/rule.js';
import type { Field } from '../topics/field.js';
import { fieldTable } from '../topics/field-table.js';
import { fieldTopics } from '../topics/field-topics.js';
import { getFields } from '../topics/fields.js';
import { blocks, part, yamlBlock } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** One page for each section of the settings, and one for each setting. */
export function settingTopics(): Topic[] {
  const root = schema('settings') as Rule;
  return Object.entries(root.properties ?? {}).flatMap(([name, rule]) => {
    const { title = name, description = '', examples = [] } = rule;
    const fields = getFields(rule, root);
    const topic = `setting.${name}`;
    const example = examples[0] === undefined ? '' : yamlBlock({ [name]: examples[0] });
    const section: Topic = {
      name: topic,
      title: `${title} (${topic})`,
      summary: description,
      text: blocks(
        `In \`svc.yaml\`, or ${getVariable(name, fields[0])}.`,
        example,
        part('Settings', fieldTable(fields, root)),
      ),
    };
    return [
      section,
      ...fieldTopics(topic, fields, root, name).map((each) => withVariable(each, name, fields)),
    ];
  });
}

/** Adds what only settings have: the variable, and whether a change needs a restart. */
function withVariable(topic: Topic, section: string, fields: readonly Field[]): Topic {
  const path = topic.name.slice(`setting.${section}.`.length);
  const field = fields.find((each) => each.path === path);
  if (!field) return topic;
  const restart = field.rule['x-runtime']
    ? 'at once, with `config-section` or a restart'
    : 'at the next start';
  const facts = `As ${getVariable(section, field)}. A change takes effect ${restart}.`;
  return { ...topic, text: blocks(facts, topic.text) };
}

function getVariable(section: string, field: Field | undefined): string {
  const path = field === undefined ? [] : field.path.split('.').filter((name) => !name.includes('['));
  return `the variable \`${['SVC_', section].join('')}${path.map((name) => `__${name}`).join('')}\``;
}
