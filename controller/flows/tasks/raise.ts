import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { kindOf } from '../data/values.js';
import { FlowError, type FlowErrorBody, standardError } from '../plan/errors.js';
import type { Scope } from '../plan/node.js';
import type { Component, TaskContext, TaskType } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

/** Raises an error, written in place or named from `use.errors`. */
export const raise: TaskType = {
  key: 'raise',
  compile(definition, context) {
    const pointer = `${context.pointer}/raise`;
    const value = isObject(definition['raise']) ? definition['raise']['error'] : undefined;
    const error = readError(value, `${pointer}/error`, context);
    const template = context.template(error.value, error.pointer);
    return {
      perform(scope, input) {
        throw new FlowError(body(fill(template, input, scope) as JsonObject, scope));
      },
      continues: false,
    };
  },
};

function readError(value: Json | undefined, pointer: string, context: TaskContext): Component {
  const error =
    typeof value === 'string'
      ? context.component('errors', value, pointer)
      : { value: value ?? null, pointer };
  if (error === undefined) return { value: {}, pointer };
  if (!isObject(error.value)) {
    context.report({
      rule: 'flow-structure',
      pointer: error.pointer,
      message: `an error is an object with \`type\` and \`status\`, not ${kindOf(error.value)}`,
    });
    return { value: {}, pointer };
  }
  return { value: error.value, pointer: error.pointer };
}

/** Builds problem details from evaluated fields; the instance is this task unless the error names another. */
function body(fields: JsonObject, scope: Scope): FlowErrorBody {
  const { type, status, title, detail, instance } = fields;
  const code = typeof status === 'string' ? Number(status) : status;
  if (typeof type !== 'string' || typeof code !== 'number' || !Number.isInteger(code)) {
    throw standardError('configuration', {
      detail: 'the error to raise needs `type`, a URI, and `status`, an integer',
      instance: scope.task.reference,
    });
  }
  const raised: FlowErrorBody = { type, status: code };
  if (title !== undefined && title !== null) raised.title = text(title);
  if (detail !== undefined && detail !== null) raised.detail = text(detail);
  raised.instance = typeof instance === 'string' && instance !== '' ? instance : scope.task.reference;
  return raised;
}

function text(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
