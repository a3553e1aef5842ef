/** The parsed URI of a resource. */
export type ResourceAddress =
  | { kind: 'search'; type: 'folio' | 'skill'; q: string }
  | { kind: 'text'; type: 'folio' | 'skill'; name: string }
  | { kind: 'history'; type: string; name: string }
  | { kind: 'runs' }
  | { kind: 'run'; id: string };

const typeByFolder = { folios: 'folio', skills: 'skill' } as const;

/** Parses the URI of a resource and decodes its parts; `?branch=` names a branch. Returns undefined for an unknown URI. */
export function parseResourceUri(uri: string): { address: ResourceAddress; branch?: string } | undefined {
  const [path = '', query = ''] = uri.split(/\?(.*)/s);
  const match = /^(folios|skills|versions|runs):\/\/\/(.+)$/s.exec(path);
  const parts = match?.[2]?.split('/').map(decoded);
  if (!match || !parts || parts.some((part) => !part)) return undefined;
  const address = findSchemeAddress(match[1] as 'folios' | 'skills' | 'versions' | 'runs', parts as string[]);
  const branch = new URLSearchParams(query).get('branch');
  return address && (branch ? { address, branch } : { address });
}

export function textUri(type: 'folio' | 'skill', name: string): string {
  return `${type}s:///${encodeURIComponent(name)}`;
}

function findSchemeAddress(scheme: 'folios' | 'skills' | 'versions' | 'runs', parts: string[]) {
  const [first = '', second, third] = parts;
  if (scheme === 'folios' || scheme === 'skills') return ofTexts(typeByFolder[scheme], parts);
  if (scheme === 'versions') {
    const isHistory = second !== undefined && third === 'history' && parts.length === 3;
    return isHistory ? { kind: 'history' as const, type: first, name: second } : undefined;
  }
  if (first !== 'introspection' || parts.length > 2) return undefined;
  return second === undefined ? { kind: 'runs' as const } : { kind: 'run' as const, id: second };
}

function ofTexts(type: 'folio' | 'skill', parts: string[]): ResourceAddress | undefined {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return { kind: 'text', type, name: first };
  // A slash in a query may be written unencoded.
  return first === 'search' ? { kind: 'search', type, q: rest.join('/') } : undefined;
}

/** Returns undefined for text that is not percent-encoded correctly. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
