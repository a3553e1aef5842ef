import type { Json } from '../../schemas/json.js';
import { type FlowError, type FlowErrorBody, type StandardError, standardError } from '../flows/index.js';
import type { ProblemCode } from '../problems/index.js';

/** An Open Workflow standard error; the plan adds the `instance`. */
export function flowError(
  kind: StandardError,
  status: number,
  title: string,
  detail: string,
  options?: { code?: ProblemCode; cause?: unknown },
): FlowError {
  return standardError(kind, { status, title, detail, ...options });
}

export function outputTooLarge(limit: number): FlowError {
  const detail = `The task's output has more than the ${limit} bytes of JSON that \`Limits.TaskOutput\` allows`;
  return flowError('runtime', 500, 'Task output too large', detail, { code: 'task_output_too_large' });
}

/** Whatever the tasks of a flow hand on: more than this no run gives or takes. Bytes of JSON. */
export const hardLimit = 8 * 1024 * 1024;

export function runOutputTooLarge(): FlowErrorBody {
  const detail = `The output of the run has more than ${hardLimit} bytes of JSON; keep it elsewhere and hand on where it is`;
  return flowError('runtime', 500, 'Output too large', detail, { code: 'task_output_too_large' }).body;
}

/** The value as JSON text. @throws FlowError for one nested deeper than JSON can be written and read */
export function jsonText(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const detail = 'The value has so many lists and objects inside each other that it cannot be written down';
    throw flowError('runtime', 500, 'Value nested too deep', detail, { cause: error });
  }
}

/** Whether a text has more bytes in UTF-8 than `limit`; counts only where its length leaves that open. */
export function isLargerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  return text.length * 3 > limit && Buffer.byteLength(text) > limit;
}

export function durationExceeded(ms: number): FlowErrorBody {
  const detail = `The run took longer than the ${ms} ms that \`Limits.FlowDuration\` allows`;
  return flowError('timeout', 408, 'Flow duration exceeded', detail, { code: 'flow_duration_exceeded' }).body;
}

export function internalError(): FlowErrorBody {
  const detail = 'svc failed while it ran this flow; the service log has more under the id of this run';
  return flowError('runtime', 500, 'Internal error', detail).body;
}
