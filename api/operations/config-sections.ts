import { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { cursorField, limitField, pageOf, requirePageSize } from './fields.js';
import { type Operation, reads } from './operation.js';
import { pageByName } from './pages.js';
import { changedMembers, previewOf, requireOneKind, updateFields, writeShape } from './platform-writes.js';

const sectionShape: JsonObject = {
  title: 'ConfigSection',
  type: 'object',
  required: ['name', 'title', 'description', 'values', 'keys'],
  properties: {
    name: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    values: {
      type: 'object',
      additionalProperties: true,
      description: 'What counts now. Secrets are `***`; keys that are not set are left out.',
    },
    keys: {
      type: 'array',
      items: {
        type: 'object',
        required: ['key', 'source', 'runtime'],
        properties: {
          key: { type: 'string' },
          source: {
            type: 'string',
            enum: ['default', 'folder', 'file', 'environment', 'runtime'],
            description:
              'Where the value comes from; `folder`: from the folder that is served, `runtime`: changed at run time.',
          },
          runtime: { type: 'boolean', description: 'Whether it can be changed without a restart.' },
        },
      },
    },
  },
};

const nameField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'The section, as `svc.yaml` has it.',
  examples: ['Limits'],
};

const sectionTarget = ({ name }: { name: string }) => ({ type: 'config-section', name });

const listSections: Operation<{ limit: number; cursor?: string }> = {
  name: 'list-config-sections',
  title: 'List the settings',
  description: 'The sections of the settings that count now, and where each value comes from.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'config-section' }),
  input: { properties: { limit: limitField, cursor: cursorField } },
  output: pageOf(sectionShape),
  async run({ controller }, input) {
    const limit = requirePageSize(controller.settings, input.limit);
    return { value: pageByName(controller.config.list(), ({ name }) => name, limit, input.cursor) };
  },
};

const readSection: Operation<{ name: string }> = {
  name: 'read-config-section',
  title: 'Read a section of the settings',
  description: 'The values that count now, where each comes from, and which can change at run time.',
  hints: reads,
  permission: 'admin',
  target: sectionTarget,
  input: { properties: { name: nameField }, required: ['name'] },
  output: sectionShape,
  async run({ controller }, { name }) {
    return { value: controller.config.read(name) };
  },
};

interface SectionUpdate {
  name: string;
  values?: JsonObject;
  jsonPatch?: Json;
  dryRun?: boolean;
}

const updateSection: Operation<SectionUpdate> = {
  name: 'update-config-section',
  title: 'Change settings',
  description:
    'Changes keys of a section that can change at run time, at once and across restarts. Null takes a change back.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: sectionTarget,
  input: {
    properties: {
      name: nameField,
      ...updateFields({
        values: {
          type: 'object',
          additionalProperties: true,
          description: 'A merge patch (RFC 7396) of the values of the section; a JSON patch is of these too.',
          examples: [{ ListPage: 100 }],
        },
      }),
    },
    required: ['name'],
  },
  output: writeShape(sectionShape, 'UpdatedConfigSection'),
  async run(context, { name, jsonPatch, dryRun, ...stated }) {
    requireOneKind(jsonPatch, stated);
    const { config } = context.controller;
    const before = config.read(name);
    const values = jsonPatch === undefined ? stated.values : changedMembers(before.values, jsonPatch);
    if (!values)
      throw new Problem('body_invalid', 'What is to change is not said', {
        errors: [{ pointer: '/values', message: 'or `jsonPatch` is needed' }],
      });
    const after = config.update(name, values, { dryRun });
    context.audit?.note({ changed: JSON.stringify(values) });
    return dryRun ? previewOf(context, `config-section/${name}`, before, after) : { value: after };
  },
};

export const configSectionOperations: readonly Operation[] = [listSections, readSection, updateSection];
