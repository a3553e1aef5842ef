import type { JsonObject } from '../../../../schemas/json/types.js';
import { humanTaskArguments } from '../human-task/human-task.js';
import { builtIns } from './built-in.js';

/** A function that every flow can call by its name, as the manual describes it. */
export interface CallableFunction {
  /** Without `@default`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The schema of `with`. */
  readonly schema: JsonObject;
  /** The output of the task, in words. */
  readonly output: string;
  /** Arguments that fit the schema. */
  readonly example: JsonObject;
}

/** The functions of the catalog `default`. */
export const catalogFunctions: readonly CallableFunction[] = [
  {
    name: 'human-task',
    title: 'Human task',
    description: 'Asks persons, and parks the run until one of them answers: see `guide.approvals`.',
    schema: humanTaskArguments,
    output: '`values` (as the form has them), `completedBy` and `completedAt`.',
    example: {
      title: '${ "Refund order \\(.orderId)?" }',
      assignees: ['ada', 'team:support'],
      form: {
        type: 'object',
        required: ['approved'],
        properties: { approved: { title: 'Refund the order', type: 'boolean' } },
      },
      dueAfter: 'P3D',
    },
  },
  ...Object.entries(builtIns).map(([name, { perform: _perform, ...facts }]) => ({ name, ...facts })),
];
