import { Problem } from '../../controller/problems/index.js';

/** @throws Problem not_acceptable when an `Accept` header leaves no room for JSON, nor for what there is besides */
export function requireJsonAccepted(header: string | undefined, alsoYaml = false): void {
  // What nearly every client sends.
  if (header === undefined || header === '*/*' || header === 'application/json') return;
  const isJson = (type: string) =>
    type === '*/*' || type === 'application/*' || /^application\/(\w+\+)?json$/.test(type);
  const wanted = accepted(header);
  if (wanted.some(({ type }) => isJson(type) || (alsoYaml && isYaml(type)))) return;
  throw new Problem(
    'not_acceptable',
    `\`Accept: ${header}\` leaves out ${alsoYaml ? 'JSON and YAML' : 'JSON'}, which is what there is`,
  );
}

export function acceptsEventStream(header: string | undefined): boolean {
  return header !== undefined && accepted(header).some(({ type }) => type === 'text/event-stream');
}

/** Whether YAML is named, and no other type is wanted more; JSON goes first where both are named alike. */
export function prefersYaml(header: string | undefined): boolean {
  const wanted = header === undefined ? [] : accepted(header);
  const yaml = Math.max(0, ...wanted.filter(({ type }) => isYaml(type)).map(({ weight }) => weight));
  return yaml > 0 && wanted.every(({ type, weight }) => isYaml(type) || weight < yaml || type.includes('*'));
}

function isYaml(type: string): boolean {
  return /^(application|text)\/(x-)?yaml$/.test(type);
}

/** The media types of an `Accept` header (RFC 9110, 12.5.1) that are not ruled out by `q=0`. */
function accepted(header: string): { type: string; weight: number }[] {
  return header.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return weight > 0 ? [{ type, weight }] : [];
  });
}
