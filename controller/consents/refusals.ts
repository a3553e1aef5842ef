import { ConnectorError } from '../connectors/index.js';
import { Problem, toHintText } from '../problems/index.js';
import type { ConsentConnection } from './contract.js';

/** The refusal of a use of a connection without the consent of a person. */
function refuse(
  { branch, connection, environment }: ConsentConnection,
  detail: string,
  isAgain: boolean,
): ConnectorError {
  const hint = {
    text: `A person consents ${isAgain ? 'again ' : ''}with {call}.`,
    operation: 'begin-consent',
    arguments: { branch, connection, ...(environment === null ? {} : { env: environment }) },
  };
  const cause = new Problem('consent_required', detail, { hints: [hint] });
  const text = `${detail}. ${toHintText(hint)}`;
  return new ConnectorError('authentication', 401, cause.title, text, { code: 'consent_required', cause });
}

export function consentMissing(target: ConsentConnection): ConnectorError {
  return refuse(
    target,
    `No person has consented to the use of \`${target.connection}\`, or the consent was revoked`,
    false,
  );
}

export function consentEnded(target: ConsentConnection, reason: string, at: number): ConnectorError {
  const time = new Date(at).toISOString();
  return refuse(
    target,
    `The consent to the use of \`${target.connection}\` has ended (${time}): ${reason.replace(/\.$/, '')}`,
    true,
  );
}

export function consentOfOthers(target: ConsentConnection): ConnectorError {
  const detail = `The consent to the use of \`${target.connection}\` is for another token address or client than the connection has now`;
  return refuse(target, detail, true);
}
