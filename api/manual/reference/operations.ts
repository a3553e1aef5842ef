import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { getPath } from '../../openapi/document.js';
import { exampleTexts } from '../../openapi/example-texts.js';
import { operations, routes, tools } from '../../operations/registry.js';
import { getExample } from '../../operations/shared/example-value.js';
import type { Operation } from '../../operations/shared/operation.js';
import { getBody, type Route } from '../../operations/shared/route.js';
import { getName } from '../../operations/shared/tool.js';
import { asRule } from '../topics/field.js';
import { fieldTable } from '../topics/field-table.js';
import { getFields } from '../topics/fields.js';
import { blocks, code, fenced, part } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** One page for each operation. */
export function operationTopics(): Topic[] {
  return operations.map((operation) => {
    const { name, title, description, input, output } = operation;
    const rule = asRule({
      properties: input.properties,
      required: [...(input.required ?? [])],
    } as JsonObject);
    const places = routes.filter((route) => route.operation === operation);
    const answer = asRule(output);
    return {
      name: `operation.${name}`,
      title: `${title} (${name})`,
      summary: description,
      text: blocks(
        getFacts(operation, places),
        part('Example', exampleRequest(places[0])),
        part('Input', fieldTable(getFields(rule), rule)),
        part('Answer', fieldTable(getFields(answer), answer)),
      ),
    };
  });
}

function getFacts(operation: Operation, places: readonly Route[]): string {
  const { permission, hints } = operation;
  const named = tools.filter((tool) => tool.operation === operation).map((tool) => code(getName(tool)));
  const effect = hints.readOnly ? 'none' : hints.destructive ? 'changes and may delete' : 'changes';
  return [
    ...places.map((place) => `- REST: ${code(`${place.method} ${getPath(place)}`)}`),
    ...(named.length === 0 ? [] : [`- MCP: tool ${named.join(', ')}`]),
    `- Role: ${permission === 'anyone' ? 'anyone, without a credential' : `${permission} or higher`}`,
    `- Effect: ${effect}${hints.idempotent && !hints.readOnly ? '; repeating the call changes nothing more' : ''}`,
  ].join('\n');
}

function exampleRequest(place: Route | undefined): string {
  if (!place) return '';
  const { method, operation } = place;
  const path = getPath(place).replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = exampleMember(name, operation.input.properties[name] ?? {});
    return typeof value === 'string' ? encodeURIComponent(value) : String(value);
  });
  const hasBody = place.body !== undefined || place.bodies !== undefined;
  const body = hasBody ? exampleBody(place) : undefined;
  const data = place.streamed ? '--data-binary @<file>' : `-d '${JSON.stringify(body?.value)}'`;
  const lines = [
    `curl -X ${method} "$SVC_URL${path}"${place.credential === 'none' ? '' : ' -H "X-API-Key: $SVC_KEY"'}`,
    ...(body === undefined ? [] : [`-H 'content-type: ${body.type}'`, data]),
  ];
  return blocks(
    fenced('sh', lines.join(' \\\n  ')),
    '`guide.connections` shows how to set `SVC_URL` and `SVC_KEY`.',
  );
}

function exampleMember(name: string, member: JsonSchema): Json | undefined {
  const example = getExample({ properties: { [name]: member }, required: [name] }, exampleTexts);
  return (example as JsonObject)[name];
}

function exampleBody(place: Route): { type: string; value: Json } {
  const body = getBody(place) as { content?: Record<string, { schema: JsonObject }> } & JsonObject;
  const [entry] = Object.entries(body.content ?? {});
  if (entry) return { type: entry[0], value: getExample(entry[1].schema, exampleTexts) };
  return { type: place.bodyTypes?.[0] ?? 'application/json', value: getExample(body, exampleTexts) };
}
