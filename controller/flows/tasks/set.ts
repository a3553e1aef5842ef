import { getKind } from '../data/values.js';
import type { TaskType } from '../plan/task-type.js';

/** Outputs the value of `set`. */
export const set: TaskType = {
  key: 'set',
  compile(definition, context) {
    const value = definition['set'] ?? null;
    const pointer = `${context.pointer}/set`;
    if (typeof value === 'string') {
      const evaluate = context.expression(value, pointer);
      return { perform: (scope, input) => (evaluate ? evaluate(input, scope) : null) };
    }
    if (value === null || typeof value !== 'object') {
      context.fault(pointer, `\`set\` takes an object or an expression, not ${getKind(value)}`);
    }
    const template = context.template(value, pointer);
    if (template.constant) return { perform: () => template.value };
    return { perform: (scope, input) => template.evaluate(input, scope) };
  },
};
