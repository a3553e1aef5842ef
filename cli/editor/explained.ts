import type { JsonObject } from '../../schemas/json/types.js';
import { isObject, objectOr } from '../../schemas/json/values.js';

/**
 * Returns a schema whose descriptions of `kind`, of `document` and of the keywords of tasks name their pages in the manual,
 * so that an editor shows them where the pointer rests.
 */
export function explained(schema: JsonObject): JsonObject {
  const own = objectOr(schema['properties']);
  const properties = {
    ...own,
    ...withPage(own, 'kind', `kind.${String(objectOr(own['kind'])['const'])}`),
    ...withPage(own, 'document', 'kind.flow'),
  };
  const definitions = objectOr(schema['$defs']);
  const $defs = Object.fromEntries(
    Object.entries(definitions).map(([name, each]) => [
      name,
      isObject(each) ? explainedTask(name, each) : each,
    ]),
  );
  return {
    ...schema,
    ...(schema['properties'] === undefined ? {} : { properties }),
    ...(schema['$defs'] === undefined ? {} : { $defs }),
  };
}

/** A definition `forTask` or `callHttp` has the keyword of the task as a property. */
function explainedTask(name: string, definition: JsonObject): JsonObject {
  const own = objectOr(definition['properties']);
  const keyword = name.endsWith('Task')
    ? name.slice(0, -'Task'.length)
    : name.startsWith('call')
      ? 'call'
      : '';
  if (!isObject(own[keyword] ?? null)) return definition;
  return { ...definition, properties: { ...own, ...withPage(own, keyword, `task.${keyword}`) } };
}

function withPage(properties: JsonObject, name: string, topic: string): JsonObject {
  const field = properties[name];
  if (!isObject(field ?? null)) return {};
  const { description = '', ...rest } = field as JsonObject;
  return {
    [name]: {
      ...rest,
      description: `${String(description)} \`svc explain ${topic}\` prints its page.`.trim(),
    },
  };
}
