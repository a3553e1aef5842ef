import { Problem } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { cancelRun, resumeRun, retryRun, suspendRun } from '../runs/operations.js';
import { namedField } from '../shared/fields.js';
import type { Operation } from '../shared/operation.js';
import { choice, described } from '../shared/schemas.js';
import { branchArgument, type Tool } from '../shared/tool.js';
import { fireTrigger, pauseTrigger, resumeTrigger } from '../triggers/operations.js';

/** The operations of each type by their action; `field` is the input field with the name. */
const controlled: Readonly<
  Record<string, { field: string; actions: Readonly<Record<string, Operation<never>>> }>
> = {
  run: {
    field: 'run',
    actions: { cancel: cancelRun, suspend: suspendRun, resume: resumeRun, retry: retryRun },
  },
  trigger: {
    field: 'trigger',
    actions: { pause: pauseTrigger, resume: resumeTrigger, fire: fireTrigger },
  },
};

const actions = [...new Set(Object.values(controlled).flatMap((each) => Object.keys(each.actions)))];

export const controlTools: readonly Tool[] = [
  {
    name: 'control',
    operation: cancelRun,
    title: 'Control a run or trigger',
    description: `Changes the state of a run (\`cancel\`, \`suspend\`, \`resume\`, \`retry\`) or of a trigger (\`pause\`, \`resume\`, \`fire\`: start a run now).

Example: {"type": "run", "name": "<id>", "action": "cancel"}; {"type": "trigger", "name": "nightly-report", "action": "pause"}

Returns the run, the trigger with its next times, or the occurrence with its \`run\`.`,
    input: {
      properties: {
        type: described(choice(...Object.keys(controlled)), 'What to control.'),
        name: namedField('The id of the run, or the name of the trigger.', 'nightly-report'),
        action: choice(...actions),
        branch: branchArgument,
      },
      required: ['type', 'name', 'action'],
    },
    output: { type: 'object', properties: { status: {}, state: {}, next: {}, run: {} } },
    async run(scope, { type, name, action, branch = scope.production }) {
      const { field, actions: known } = controlled[String(type)] ?? { field: '', actions: {} };
      const operation = known[String(action)];
      if (!operation) {
        const listed = Object.keys(known).map((each) => `\`${each}\``);
        const message = `a ${String(type)} takes ${listed.join(', ')}`;
        throw new Problem('body_invalid', `\`${String(action)}\` is no action for a ${String(type)}`, {
          errors: [{ pointer: '/action', message }],
          hints: [`Use one of ${listed.join(', ')}.`],
        });
      }
      const value = await scope.perform(operation as Operation, { branch, [field]: name });
      return { value: value as JsonObject };
    },
  },
];
