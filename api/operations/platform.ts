import { catalog, Problem, type ProblemCode } from '../../controller/problems/index.js';
import { schema } from '../../schemas/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { requireSchemaName, suggestion } from './entity-types.js';
import { listOf, nameText } from './fields.js';
import { type Operation, reads } from './operation.js';

const codes = Object.keys(catalog) as ProblemCode[];

const errorShape: JsonObject = {
  title: 'ErrorCode',
  type: 'object',
  required: ['code', 'status', 'title', 'retry', 'hint'],
  properties: {
    code: { type: 'string' },
    status: { type: 'integer' },
    title: { type: 'string' },
    retry: { type: 'string', enum: ['never', 'wait', 'backoff'] },
    hint: { type: 'string' },
  },
};

const listErrors: Operation = {
  name: 'list-errors',
  title: 'List the error catalog',
  description: 'Every problem a caller can meet: code, status, whether trying again helps, and what to do.',
  hints: reads,
  permission: 'viewer',
  input: { properties: {} },
  output: listOf(errorShape),
  async run() {
    return { value: { items: codes.map((code) => ({ code, ...catalog[code] })) } };
  },
};

const readError: Operation<{ code: string }> = {
  name: 'read-error',
  title: 'Look up an error',
  description: 'One entry of the error catalog, as the `type` of a problem names it.',
  hints: reads,
  permission: 'viewer',
  input: { properties: { code: nameText }, required: ['code'] },
  output: errorShape,
  async run(_context, input) {
    const code = codes.find((known) => known === input.code);
    if (code) return { value: { code, ...catalog[code] } };
    const near = suggestion(input.code, codes);
    throw new Problem('error_code_unknown', `There is no error \`${input.code}\``, { hints: near });
  },
};

const readSchema: Operation<{ kind: string }> = {
  name: 'read-schema',
  title: 'Read the JSON Schema of a kind',
  description: 'The JSON Schema (draft 2020-12) of an entity kind, for editors, which send no credential.',
  hints: reads,
  permission: 'anyone',
  input: { properties: { kind: nameText }, required: ['kind'] },
  output: { type: 'object', additionalProperties: true },
  async run(_context, input) {
    return { value: schema(requireSchemaName(input.kind)) };
  },
};

export const platformOperations: readonly Operation[] = [listErrors, readError, readSchema];
