import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject, objectOr } from '../../schemas/json/values.js';
import type { Consent } from './confirmations.js';

const question = 'confirm';

/** True for a message of a client that can ask its user by a form. */
export function canElicit({ params }: JsonObject): boolean {
  return elicitsForms(objectOr(objectOr(params)['_meta'])[CLIENT_CAPABILITIES_META_KEY]);
}

/** @param capabilities of the client; `elicitation: {}` stands for forms */
function elicitsForms(capabilities: unknown): boolean {
  const { elicitation } = objectOr(capabilities as Json | undefined);
  if (!isObject(elicitation)) return false;
  return elicitation['form'] !== undefined || elicitation['url'] === undefined;
}

/** True for a request of such a client. */
export function asksByForm({ mcpReq }: ServerContext): boolean {
  return elicitsForms((mcpReq.envelope as JsonObject | undefined)?.[CLIENT_CAPABILITIES_META_KEY]);
}

/** Returns the question for the user, where a problem is a missing consent. */
export function questionFor({ code, members }: Problem): InputRequiredResult | undefined {
  if (code !== 'confirmation_required' || members?.['confirm'] === undefined) return undefined;
  return inputRequired({
    inputRequests: {
      [question]: inputRequired.elicit({
        message: `${members['effect']}. Shall this be done?`,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Do it' } },
          required: ['confirm'],
        },
      }),
    },
    requestState: String(members['confirm']),
  });
}

/** Returns the consent that came with a repeated call. */
export function getConsent({ mcpReq }: ServerContext): Consent {
  const answer = inputResponse(mcpReq.inputResponses, question);
  if (answer.kind !== 'elicit') return { token: undefined, isDeclined: false };
  const isGiven = answer.action === 'accept' && answer.content?.['confirm'] === true;
  return isGiven
    ? { token: mcpReq.requestState<string>(), isDeclined: false }
    : { token: undefined, isDeclined: true };
}
