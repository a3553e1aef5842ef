import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { PointedFinding } from '../../catalog/index.js';
import { ArgumentCheck } from '../../json-schema/index.js';

/**
 * Returns a check of what calls pass.
 * @param callee as messages name it
 * @param at JSON pointer of the checked value in what is passed
 */
export function checkPassed(
  schema: JsonObject | boolean,
  callee: string,
  at = '',
): (value: Json) => PointedFinding[] {
  const check = new ArgumentCheck(schema);
  return (args) => check.written(args, callee).map((fault) => ({ ...fault, pointer: at + fault.pointer }));
}

/** As `checkPassed`, for data: members that the schema does not name are no arguments that could be misspelt. */
export function checkData(
  schema: JsonObject | boolean,
  callee: string,
  at = '',
): (value: Json) => PointedFinding[] {
  const check = checkPassed(schema, callee, at);
  return (args) => check(args).filter(({ severity }) => severity === 'error');
}
