/** The parts of SQL that databases write in different forms. */
export interface Dialect {
  /** Tells how texts, names and comments of a statement end. */
  readonly lexis: 'standard' | 'mysql';
  /** Encloses a name. */
  readonly quote: '"' | '`';
  /** Stands for a value; `?` without a number takes the next value. */
  readonly mark: '$' | '?' | 'next ?';
  /** Locks the rows that a `select` reads until the transaction ends. */
  readonly lockClause: string;
  /** Follows `insert into <table>` for a row of defaults. */
  readonly defaultRow: string;
  /** The type of texts in `cast`. */
  readonly textType: string;
  /** True when `insert` can return the row that it made. */
  readonly hasReturning: boolean;
}

export const postgresDialect: Dialect = {
  lexis: 'standard',
  quote: '"',
  mark: '$',
  lockClause: ' for update',
  defaultRow: 'default values',
  textType: 'text',
  hasReturning: true,
};

export const sqliteDialect: Dialect = { ...postgresDialect, mark: '?', lockClause: '' };

export const mysqlDialect: Dialect = {
  lexis: 'mysql',
  quote: '`',
  mark: 'next ?',
  lockClause: ' for update',
  defaultRow: '() values ()',
  textType: 'char',
  hasReturning: false,
};
