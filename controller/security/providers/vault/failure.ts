import { objectOr } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';
import { Problem } from '../../../problems/index.js';
import { type Answer, isTemporary } from '../shared/client.js';

/** 412: a node that does not have the newest state yet. 472 and 473: a node that serves no requests of clients. */
const ofTheNode = new Set([412, 472, 473]);

/** Returns the problem for an answer of Vault that is no success. @param what the request, after "refused" */
export function failure(answer: Answer, what: string, address: string, hint?: string): Problem {
  const { status } = answer;
  const reason = reasons(answer).join('; ') || `it answered with ${status}`;
  if (isTemporary(status) || ofTheNode.has(status)) {
    const detail = `Vault at ${address} could not carry out ${what}: ${reason}`;
    return new Problem('secret_provider_unavailable', detail);
  }
  const detail = `Vault at ${address} refused ${what}: ${reason}`;
  return new Problem('secret_provider_refused', detail, hint === undefined ? {} : { hints: [hint] });
}

/** Returns what Vault says about an answer: its errors, and warnings such as one about the version of the engine. */
export function reasons({ body }: Answer): string[] {
  const { errors, warnings } = objectOr(body);
  return [errors, warnings]
    .flatMap((each) => (Array.isArray(each) ? each : []))
    .map((text) =>
      shortened(
        String(text)
          .replaceAll(/[^\P{C}]+/gu, ' ')
          .trim(),
        300,
      ),
    )
    .filter((text) => text !== '');
}
