import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { getKind, toText } from '../data/values.js';
import { FlowError, type FlowErrorBody, taskError } from '../plan/errors.js';
import type { Scope } from '../plan/node.js';
import type { Component, TaskContext, TaskType } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

/** Raises an error, written in place or named from `use.errors`. */
export const raise: TaskType = {
  key: 'raise',
  compile(definition, context) {
    const pointer = `${context.pointer}/raise`;
    const error = readError(objectOr(definition['raise'])['error'], `${pointer}/error`, context);
    const template = context.template(error.value, error.pointer);
    return {
      async perform(scope, input) {
        throw new FlowError(body((await fill(template, input, scope)) as JsonObject, scope));
      },
      continues: false,
    };
  },
};

function readError(value: Json | undefined, pointer: string, context: TaskContext): Component {
  const error = context.component('errors', value ?? null, pointer);
  if (error === undefined) return { value: {}, pointer };
  const { value: fields, pointer: at } = error;
  if (isObject(fields)) {
    const { status } = fields;
    if (typeof status === 'number' && (status < 100 || status > 599)) {
      const message = `\`${status}\` is no status of HTTP`;
      const hint = 'Write one from 400 to 599, such as 404.';
      context.report({ rule: 'field-invalid', severity: 'warning', pointer: `${at}/status`, message, hint });
    }
    return { value: fields, pointer: at };
  }
  context.fault(at, `an error is an object with \`type\` and \`status\`, not ${getKind(fields)}`);
  return { value: {}, pointer };
}

/** Builds problem details from evaluated fields; the instance is this task unless the error names another. */
function body(fields: JsonObject, scope: Scope): FlowErrorBody {
  const { type, status, title, detail, instance } = fields;
  const code = typeof status === 'string' ? Number(status) : status;
  if (typeof type !== 'string' || typeof code !== 'number' || !Number.isInteger(code)) {
    const detail = 'the error to raise needs `type`, a URI, and `status`, an integer';
    throw taskError('configuration', scope, detail);
  }
  const raised: FlowErrorBody = { type, status: code };
  if (title !== undefined && title !== null) raised.title = toText(title);
  if (detail !== undefined && detail !== null) raised.detail = toText(detail);
  raised.instance = typeof instance === 'string' && instance !== '' ? instance : scope.task.reference;
  return raised;
}
