import { type FlowError, type FlowErrorBody, type StandardError, standardError } from '../flows/index.js';

/** An Open Workflow standard error; the plan adds the `instance`. */
export function flowError(
  kind: StandardError,
  status: number,
  title: string,
  detail: string,
  options?: { cause?: unknown },
): FlowError {
  return standardError(kind, { status, title, detail, ...options });
}

export function outputTooLarge(size: number, limit: number): FlowErrorBody {
  const detail = `The task's output has ${size} characters of JSON; \`Limits.TaskOutput\` allows ${limit}`;
  return flowError('runtime', 500, 'Task output too large', detail).body;
}

export function durationExceeded(ms: number): FlowErrorBody {
  const detail = `The run took longer than the ${ms} ms that \`Limits.FlowDuration\` allows`;
  return flowError('timeout', 408, 'Flow duration exceeded', detail).body;
}

export function internalError(): FlowErrorBody {
  const detail = 'svc failed while it ran this flow; the service log has more under the id of this run';
  return flowError('runtime', 500, 'Internal error', detail).body;
}
