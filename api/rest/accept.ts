import { Problem } from '../../controller/problems/index.js';

/** @throws Problem not_acceptable when an `Accept` header leaves no room for JSON */
export function requireJsonAccepted(header: string | undefined): void {
  // What nearly every client sends.
  if (header === undefined || header === '*/*' || header === 'application/json') return;
  const isJson = (type: string) =>
    type === '*/*' || type === 'application/*' || /^application\/(\w+\+)?json$/.test(type);
  if (accepted(header).some(isJson)) return;
  throw new Problem('not_acceptable', `\`Accept: ${header}\` leaves out JSON, which is what there is`);
}

export function acceptsEventStream(header: string | undefined): boolean {
  return header !== undefined && accepted(header).includes('text/event-stream');
}

/** The media types of an `Accept` header (RFC 9110, 12.5.1) that are not ruled out by `q=0`. */
function accepted(header: string): string[] {
  return header.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [type];
  });
}
