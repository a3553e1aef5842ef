import type { Approval } from '../../controller/security/approvals/contract.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';

/** An approval as the service answers it to one who reads it. */
export type ShownApproval = Omit<Approval, 'outcome'> & {
  mayDecide: boolean;
  details?: JsonObject;
  outcome?: JsonObject;
};

/** Returns an approval for a person who decides on it; a diff comes last. */
export function approvalText(approval: ShownApproval): string {
  const { id, status, effect, details = {}, outcome = {}, decidedBy, decidedAt } = approval;
  const { diff, ...rest } = details;
  return [
    `${id}  ${status}`,
    effect,
    `asked by ${approval.requestedBy}, ${approval.createdAt}; ends ${approval.expiresAt}`,
    ...(decidedBy === null ? [] : [`${status} by ${decidedBy}, ${decidedAt}`]),
    ...getLines(rest),
    ...getLines(outcome),
    ...(approval.mayDecide ? [`Grant it with svc approvals grant ${id}, or deny it.`] : []),
    ...(typeof diff === 'string' && diff !== '' ? ['', diff.trimEnd()] : []),
  ].join('\n');
}

function getLines(values: JsonObject): string[] {
  return Object.entries(values).map(([name, value]) => `  ${name}: ${toText(value)}`);
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
