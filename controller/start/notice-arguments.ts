import type { Json, JsonObject } from '../../schemas/json/types.js';
import type { Notice } from '../delivery/index.js';
import {
  compile,
  createSharedBudget,
  ExpressionSyntaxError,
  evaluateInSlices,
  type Program,
} from '../expressions/index.js';
import { interpolation } from '../flows/index.js';
import { Problem } from '../problems/index.js';

/** A value of `Notify.Connection.With`, with its expressions compiled. */
type CompiledArguments =
  | { program: Program }
  | { list: CompiledArguments[] }
  | { members: [string, CompiledArguments][] }
  | { value: Json };

/**
 * Compiles `Notify.Connection.With`: the returned function fills in a message.
 * @throws Problem settings_invalid for a text that is no valid expression
 */
export function compileArguments(definition: JsonObject): (notice: Notice) => Promise<JsonObject> {
  const compiled = compileValue(definition, 'Notify.Connection.With');
  return async (notice) => (await fill(compiled, notice as unknown as JsonObject)) as JsonObject;
}

function compileValue(value: Json, name: string): CompiledArguments {
  if (typeof value === 'string') return compileText(value, name);
  if (Array.isArray(value)) {
    return { list: value.map((item, index) => compileValue(item, `${name}[${index}]`)) };
  }
  if (value === null || typeof value !== 'object') return { value };
  const members = Object.entries(value).map(([key, inner]): [string, CompiledArguments] => [
    key,
    compileValue(inner, `${name}.${key}`),
  ]);
  return { members };
}

function compileText(text: string, name: string): CompiledArguments {
  if (!text.includes('${')) return { value: text };
  const { parts, whole } = interpolation(text);
  const expression = parts.find(({ kind }) => kind === 'expression');
  if (!whole || expression?.kind !== 'expression') {
    throw invalid(
      name,
      'has text around its expression',
      `Write one expression, such as \`\${ "Failed: \\(.text)" }\`.`,
    );
  }
  try {
    return { program: compile(expression.source) };
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    throw invalid(name, `is no valid expression: ${error.message}`, 'Write jq, such as `${ .text }`.');
  }
}

function invalid(name: string, what: string, hint: string): Problem {
  return new Problem('settings_invalid', `\`${name}\` ${what}`, { hints: [hint] });
}

async function fill(compiled: CompiledArguments, notice: JsonObject): Promise<Json> {
  if ('program' in compiled) {
    return (await evaluateInSlices(compiled.program, notice, createSharedBudget())) ?? null;
  }
  if ('list' in compiled) return Promise.all(compiled.list.map((item) => fill(item, notice)));
  if ('value' in compiled) return compiled.value;
  const members = compiled.members.map(async ([key, inner]) => [key, await fill(inner, notice)] as const);
  return Object.fromEntries(await Promise.all(members));
}
