/** The address of the page: the words to search for, and the path of a secret to set with its keys. */
export interface SecretsView {
  q?: string;
  set?: string;
  /** The names of keys that are missing, separated by commas. */
  keys?: string;
}

export function readSecretsView({ q, set, keys }: Record<string, string | undefined>): SecretsView {
  return { ...(q ? { q } : {}), ...(set ? { set } : {}), ...(keys ? { keys } : {}) };
}
