import { Problem } from '../../../controller/problems/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { changesInWords, requireConsent } from '../shared/consent.js';
import { type PageInput, pageFields, requirePageSize, textField } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import { pageByName } from '../shared/pages.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import {
  changedMembers,
  getPreview,
  requireOneKind,
  updateFields,
  writeShape,
} from '../shared/platform-writes.js';
import { choice, described, flag, getAnswer, getPage, openObject, text } from '../shared/schemas.js';

const sectionShape = getAnswer(
  { title: 'ConfigSection', description: 'A section of the settings.' },
  {
    name: described(text, 'The name of the section.'),
    title: described(text, 'A name for people.'),
    description: described(text, 'The purpose of the section.'),
    values: described(openObject, 'The values in force. Secrets are `***`; unset keys are left out.'),
    keys: {
      type: 'array',
      description: 'The source of each value.',
      items: getAnswer(
        { description: 'A key of a section, and the source of its value.' },
        {
          key: described(text, 'The name of the key.'),
          source: described(
            choice({
              default: 'No source states the value.',
              folder: 'The served folder.',
              file: 'The settings file.',
              environment: 'A variable of the environment.',
              runtime: 'A change at run time.',
            }),
            'The source of the value.',
          ),
          runtime: described(flag, 'Whether it can be changed without a restart.'),
        },
      ),
    },
  },
);

const nameField = textField('The name of the section in `svc.yaml`.', 100, 'Limits');

const sectionTarget = ({ name }: { name: string }) => ({ type: 'config-section', name });

export const listSections: Operation<PageInput> = {
  name: 'list-config-sections',
  title: 'List the settings',
  description: 'The sections of the settings in force, and the source of each value.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'config-section' }),
  input: { properties: pageFields },
  output: getPage(sectionShape),
  async run({ controller }, input) {
    const limit = requirePageSize(controller.config.current(), input.limit);
    return { value: pageByName(controller.config.list(), ({ name }) => name, limit, input.cursor) };
  },
};

export const readSection: Operation<{ name: string }> = {
  name: 'read-config-section',
  title: 'Read a section of the settings',
  description: 'The values in force, the source of each, and which can be changed at run time.',
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

export const updateSection: Operation<SectionUpdate> = {
  name: 'update-config-section',
  title: 'Change settings',
  description:
    'Changes keys of a section that can be changed at run time. Takes effect at once and survives restarts; null undoes a change.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  isUnbounded: true,
  target: sectionTarget,
  input: {
    properties: {
      name: nameField,
      ...updateFields({
        values: {
          ...openObject,
          description: 'A merge patch (RFC 7396) of the values. A JSON patch applies to the values too.',
          examples: [{ ListPage: 100 }],
        },
      }),
    },
    required: ['name'],
  },
  output: writeShape(sectionShape, 'UpdatedConfigSection'),
  async run(context, { name, jsonPatch, dryRun, ...change }) {
    requireOneKind(jsonPatch, change);
    const { config } = context.controller;
    const before = config.read(name);
    const values = jsonPatch === undefined ? change.values : changedMembers(before.values, jsonPatch);
    if (!values)
      throw new Problem('body_invalid', 'The change has neither `values` nor `jsonPatch`', {
        errors: [{ pointer: '/values', message: 'or `jsonPatch` is needed' }],
      });
    if (!dryRun) {
      await config.update(name, values, { dryRun: true });
      const text = `Changes the settings of the section \`${name}\`, at once: ${changesInWords(before.values, values)}`;
      requireConsent(context, { text, content: before.values });
    }
    const after = await config.update(name, values, { dryRun });
    context.audit?.note({ changed: JSON.stringify(values) });
    return dryRun ? getPreview(context, `config-section/${name}`, before, after) : { value: after };
  },
};

export const sectionEntity: PlatformEntity = {
  type: 'config-section',
  named: 'name',
  list: listSections,
  read: readSection,
  update: updateSection,
  definition: 'values',
};
