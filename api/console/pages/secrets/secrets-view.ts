/** The address of the page: the words to search for, and the path of a secret to set. */
export interface SecretsView {
  q?: string;
  set?: string;
}

export function readSecretsView({ q, set }: Record<string, string | undefined>): SecretsView {
  return { ...(q ? { q } : {}), ...(set ? { set } : {}) };
}
