/** A fault of a schema itself. */
export interface SchemaProblem {
  rule: 'example-too-slow' | 'schema-invalid' | 'schema-keyword' | 'schema-value';
  severity: 'error' | 'warning';
  /** Relative to the schema. */
  pointer: string;
  /** The problem is about the last name in `pointer`, not about the value it has. */
  at?: 'name';
  message: string;
  hint?: string;
}

export function invalid(pointer: string, message: string, hint?: string): SchemaProblem {
  const problem = { rule: 'schema-invalid', severity: 'error', pointer, message } as const;
  return hint === undefined ? problem : { ...problem, hint };
}
