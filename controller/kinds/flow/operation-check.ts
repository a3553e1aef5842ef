import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import type { KindDefinition } from '../../catalog/index.js';
import { DescribedOperation, descriptionFault, UnusableError } from '../../connectors/index.js';
import { anyText, anyValue } from '../../json-schema/index.js';
import { checkPassed } from '../compile/passed.js';

type Fault = ReturnType<ReturnType<NonNullable<KindDefinition['namedTexts']>['prepare']>>;

/** Prepares the check of a description in a file with the calls of its operations: `{ operationId, parameters }`. */
export function operationCheck(text: string): (read: JsonObject) => Fault {
  const invalid = descriptionFault(text);
  if (invalid) return () => ({ rule: 'description-invalid', ...invalid });
  const checks = new Map<string, ReturnType<typeof getCheck>>();
  return ({ args }) => {
    for (const call of args as Json[]) {
      const { operationId = null, parameters = {} } = objectOr(call);
      const id = String(operationId);
      if (id === anyValue || id === anyText) continue;
      const check = checks.get(id) ?? getCheck(text, id);
      checks.set(id, check);
      const fault = check(parameters);
      if (fault) return fault;
    }
    return undefined;
  };
}

/** Prepares the check of the calls of one operation. */
function getCheck(text: string, id: string): (parameters: Json) => Fault {
  try {
    const operation = DescribedOperation.find(text, id);
    // The address is a part of what is checked.
    void operation.server;
    const check = checkPassed(operation.input, `\`${id}\``);
    return (parameters) => {
      const fault = check(parameters).find(({ severity }) => severity === 'error');
      return fault && { rule: fault.rule, offset: 0, message: fault.message, ...hinted(fault.hint) };
    };
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    const fault = { rule: 'reference-unmet', offset: 0, message: error.message, ...hinted(error.hint) };
    return () => fault;
  }
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}
