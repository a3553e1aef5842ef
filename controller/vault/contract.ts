/** What may be shown of a secret: never a value. */
export interface SecretSummary {
  path: string;
  keys: string[];
  version: number;
  createdAt: string;
  updatedAt: string;
}

export interface Vault {
  /** Creates a secret or, for a path that exists, a new version of it. Durable when it resolves. */
  put(path: string, value: Readonly<Record<string, string>>): Promise<SecretSummary>;
  list(): Promise<SecretSummary[]>;
  /** The newest version's values, decrypted. `prefix` is looked under first. @throws Problem secret_not_found */
  read(path: string, prefix?: string): Promise<Readonly<Record<string, string>>>;
  delete(path: string): Promise<boolean>;
  /** Replaces every secret value handed out so far by `***`; the sinks of logs, errors and records call it. */
  mask(text: string): string;
}
