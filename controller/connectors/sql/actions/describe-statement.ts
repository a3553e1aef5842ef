import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { ConnectorError } from '../../contract/connector.js';
import type { Dialect } from '../engine/dialect.js';
import { bindNamed, listTokens } from './statement.js';

/** Words that mean the same in capitals. Names may not: some databases tell their letters apart. */
const keywords = new Set(
  'select distinct from where and or not in is null like between exists case when then else end as on using join left right full inner outer cross group order by having limit offset fetch asc desc nulls first last union all intersect except with insert into values update set delete returning conflict do nothing for share'.split(
    ' ',
  ),
);

/**
 * Describes the statement of a call, in one form for texts that say the same: without comments and line breaks, with parameters by
 * their places. What cannot be run stays as it is.
 */
export function describeStatement(input: JsonObject, dialect: Dialect): JsonObject {
  const { sql, parameters, ...others } = input;
  if (typeof sql !== 'string') return input;
  try {
    const bound = bindNamed(sql, isObject(parameters) ? parameters : {}, dialect);
    const words = listTokens(bound.sql, dialect).map((word) =>
      keywords.has(word.toLowerCase()) ? word.toLowerCase() : word,
    );
    if (words.at(-1) === ';') words.pop();
    return { ...others, sql: words.join(' '), values: bound.values };
  } catch (error) {
    if (error instanceof ConnectorError) return input;
    throw error;
  }
}

/** Describes the statements of a transaction as `describeStatement` does. */
export function describeStatements({ statements, ...others }: JsonObject, dialect: Dialect): JsonObject {
  const described = (Array.isArray(statements) ? statements : []).map(
    (each): Json => (isObject(each) ? describeStatement(each, dialect) : each),
  );
  return { ...others, statements: described };
}
