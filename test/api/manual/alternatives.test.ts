import { expect, test } from 'vitest';
import { asRule, type Field } from '../../../api/manual/topics/field.js';
import { getFields } from '../../../api/manual/topics/fields.js';
import { operations } from '../../../api/operations/registry.js';
import { builtInConnectors } from '../../../controller/connectors/index.js';
import { schema, schemaNames } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type Rule, resolve } from '../../../schemas/rule.js';
import { builtManual } from '../../built-manual.js';

const manual = builtManual();

/** An object as one combination of alternatives allows it. */
interface Shape {
  properties: Readonly<Record<string, Rule>>;
  required: readonly string[];
}

/** Returns every shape that an object can have under a rule; none for a rule of other values. */
function getShapes(rule: Rule, root: Rule): Shape[] {
  const { properties = {}, required = [], oneOf, anyOf } = resolve(rule, root);
  const own: Shape[] = [{ properties, required }];
  const combined = [oneOf, anyOf].reduce((shapes, choices) => {
    if (choices === undefined) return shapes;
    const others = choices.flatMap((choice) => getShapes(choice, root));
    if (others.length === 0) return shapes;
    return shapes.flatMap((shape) =>
      others.map((other) => ({
        properties: { ...shape.properties, ...other.properties },
        required: [...shape.required, ...other.required],
      })),
    );
  }, own);
  return combined.filter((shape) => Object.keys(shape.properties).length + shape.required.length > 0);
}

/** Returns the rules of the values at a path, in every shape of the objects above. */
function rulesAt(path: readonly string[], rule: Rule, root: Rule): Rule[] {
  const [first, ...rest] = path;
  if (first === undefined) return [rule];
  const name = first.replaceAll('[]', '');
  const depth = (first.length - name.length) / 2;
  const members =
    name === '<name>' ? opened(rule, root) : getShapes(rule, root).map((shape) => shape.properties[name]);
  let found = members.filter((member) => member !== undefined);
  for (let level = 0; level < depth; level += 1) found = found.flatMap((each) => getItems(each, root));
  return found.flatMap((each) => rulesAt(rest, each, root));
}

function getBranches(rule: Rule, root: Rule): Rule[] {
  const found = resolve(rule, root);
  return [
    found,
    ...[...(found.oneOf ?? []), ...(found.anyOf ?? [])].flatMap((each) => getBranches(each, root)),
  ];
}

function getItems(rule: Rule, root: Rule): Rule[] {
  return getBranches(rule, root).flatMap(({ items }) => items ?? []);
}

function opened(rule: Rule, root: Rule): Rule[] {
  return getBranches(rule, root).flatMap(({ additionalProperties: more }) =>
    typeof more === 'object' ? [more] : [],
  );
}

const described: readonly (readonly [string, Rule])[] = [
  ...schemaNames.map((name) => [name, schema(name) as Rule] as const),
  ...operations.flatMap(({ name, input, output }) => [
    [name, asRule(input as unknown as JsonObject)] as const,
    [`${name} answers`, asRule(output)] as const,
  ]),
  ...builtInConnectors().flatMap(({ name, configSchema, events, actions }) => [
    [name, asRule(configSchema)] as const,
    [`${name} messages`, asRule(events?.input)] as const,
    ...Object.entries(actions).flatMap(([action, { input, output }]) => [
      [`${name}.${action}`, asRule(input)] as const,
      [`${name}.${action} answers`, asRule(output)] as const,
    ]),
  ]),
];

interface Shown {
  field: Field;
  /** The values that the manual lists for it, over all alternatives. */
  shown: readonly Json[];
  name: string;
  /** The shapes of the objects that have it. */
  shapes: readonly Shape[];
}

function* shownFields(root: Rule): Generator<Shown> {
  const fields = getFields(root);
  for (const field of fields) {
    const steps = field.path.split('.');
    const name = steps.at(-1) ?? '';
    if (name.includes('<')) continue;
    const shapes = rulesAt(steps.slice(0, -1), root, root).flatMap((rule) => getShapes(rule, root));
    const shown = fields.filter(({ path }) => path === field.path).flatMap(({ rule }) => getValues(rule));
    yield { field, name, shown, shapes };
  }
}

/** Returns every field of every schema that breaks a law. */
function breaches(isBroken: (shown: Shown) => boolean): string[] {
  return described.flatMap(([name, root]) =>
    [...shownFields(root)].filter(isBroken).map(({ field }) => `${name}: ${field.path}`),
  );
}

test('a field is marked required only if every alternative requires it, or under its alternative', () => {
  const wrong = breaches(
    ({ field: { isRequired, alternatives }, name, shapes }) =>
      isRequired && alternatives.length === 0 && !shapes.every(({ required }) => required.includes(name)),
  );
  expect(wrong).toEqual([]);
});

test('a field that every alternative requires is marked required', () => {
  const wrong = breaches(
    ({ field: { isRequired }, name, shapes }) =>
      !isRequired && shapes.length > 0 && shapes.every(({ required }) => required.includes(name)),
  );
  expect(wrong).toEqual([]);
});

test('every value that an alternative names is listed', () => {
  const wrong = breaches(({ shown, name, shapes }) => {
    const allowed = shapes.flatMap(({ properties }) => getValues(properties[name] ?? {}));
    return allowed.some((value) => !shown.includes(value));
  });
  expect(wrong).toEqual([]);
});

function getValues({ const: only, enum: choices }: Rule): Json[] {
  return only === undefined ? (choices ?? []) : [only];
}

test('the page of a webhook lists all schemes, and what each of them needs', () => {
  const scheme = manual.find('kind.trigger.webhook.signature.scheme')?.text;
  for (const name of [
    'standard-webhooks',
    'gitlab',
    'stripe',
    'slack',
    'github',
    'shopify',
    'hmac',
    'none',
  ]) {
    expect(scheme).toContain(`\`"${name}"\``);
  }
  const header = manual.find('kind.trigger.webhook.signature.header')?.text;
  expect(header).toContain('- Only with `webhook.signature.scheme: hmac`');
});

test('the page of HTTP has an example of each way to sign in', () => {
  const text = manual.find('connector.http')?.text ?? '';
  expect(text).not.toMatch(/`auth\.username` \|[^|]*\|[^|]*\n[\s\S]*### With `auth\.type: basic`/);
  for (const type of ['basic', 'bearer', 'apiKey', 'digest', 'oauth2']) {
    expect(text).toContain(`### With \`auth.type: ${type}\``);
    expect(text).toContain(`auth:\n  type: ${type}\n`);
  }
  expect(text).toContain('clientSecret:\n    secret: crm/api');
});

test.each(['link', 'cursor', 'offset', 'page'])('the page of `get` has an example of pages by `%s`', (by) => {
  const text = manual.find('connector.http.actions.get')?.text ?? '';
  expect(text).toContain(`### With \`paginate.by: ${by}\``);
  expect(text).toContain(`paginate:\n  by: ${by}\n`);
});
