import { ConnectorError } from '../../contract/connector.js';

/** Sets a header. @throws ConnectorError without the value, which may be a credential and is in the platform's message */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    const detail = `\`headers.${name}\` is not a valid header`;
    throw new ConnectorError('validation', 400, 'Request not usable', detail);
  }
}
