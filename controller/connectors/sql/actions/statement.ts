import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { ConnectorError, type InputFault } from '../../contract/connector.js';
import type { Dialect } from '../engine/dialect.js';
import { placeholder } from '../engine/placeholders.js';

/** First words of statements about transactions, which svc opens and ends itself. */
const transactional = new Set(
  'begin start commit end rollback abort savepoint release set reset discard listen attach detach pragma vacuum'.split(
    ' ',
  ),
);

/** Further ones of MySQL; its prepared statements could hold any of these. */
const transactionalInMysql = new Set(
  'use lock unlock xa prepare execute deallocate handler flush install uninstall shutdown kill'.split(' '),
);

/**
 * The parts of SQL that contain no parameter, and the parameters: comments (nested ones of PostgreSQL apart), strings,
 * quoted names, dollar-quoted bodies, casts, `:name`, and the end of the statement.
 */
const standardToken =
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|::|:(?<name>[A-Za-z_]\w*)|;|[\w\u0080-\uffff$]+|[^\s]/g;

/** The same for MySQL, whose texts have escapes and whose comments may begin with `#`. */
const mysqlToken =
  /--(?![^\s])[^\n]*|#[^\n]*|\/\*|'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"\\]|""|\\[\s\S])*"|`(?:[^`]|``)*`|:(?<name>[A-Za-z_]\w*)|;|[\w\u0080-\uffff$]+|[^\s]/g;

/**
 * Replaces each `:name` by a placeholder (`$1` for PostgreSQL, `?1` for SQLite, `?` for MySQL). The values are passed to
 * the database separately from the text.
 * Returns the first word too, in small letters.
 * @throws ConnectorError for a parameter without a value, a value without a parameter, more than one statement
 */
export function bindNamed(sql: string, parameters: JsonObject, dialect: Pick<Dialect, 'lexis' | 'mark'>) {
  const isMysql = dialect.lexis === 'mysql';
  const token = isMysql ? mysqlToken : standardToken;
  const places = new Map<string, number>();
  /** The names in the order of their uses. */
  const uses: string[] = [];
  let text = '';
  let last = 0;
  let ended = false;
  let first: string | undefined;
  token.lastIndex = 0;
  for (let match = token.exec(sql); match; match = token.exec(sql)) {
    const [whole] = match;
    const name = match.groups?.['name'];
    const end = getEnd(sql, match, isMysql);
    token.lastIndex = end;
    if (isMysql && whole === '/*' && /^M?!/.test(sql.slice(match.index + 2, match.index + 4)))
      throw refused('a comment that begins with `/*!` is a part of the statement in MySQL');
    if (isComment(whole, isMysql)) continue;
    if (ended) throw refused('one call takes one statement; use `transaction` for several');
    if (whole === ';') {
      ended = true;
      continue;
    }
    if (isMysql && whole === '?') throw refused('write `:name` for each value, not `?`');
    first ??= whole.toLowerCase();
    if (name === undefined) continue;
    const place = places.get(name) ?? places.size + 1;
    places.set(name, place);
    uses.push(name);
    text += `${sql.slice(last, match.index)}${placeholder(dialect, place)}`;
    last = end;
  }
  if (first === undefined) throw refused('it contains no statement');
  if (transactional.has(first) || (isMysql && transactionalInMysql.has(first)))
    throw refused(
      `\`${first.toUpperCase()}\` is not allowed: svc opens, ends and sets up transactions itself`,
    );
  requireNames(places, parameters);
  const names = dialect.mark === 'next ?' ? uses : [...places.keys()];
  const values = names.map((name) => parameters[name] ?? null);
  return { sql: text + sql.slice(last), values, first };
}

/** Returns the words and signs of a statement, without its comments. */
export function listTokens(sql: string, { lexis }: Pick<Dialect, 'lexis'>): string[] {
  const isMysql = lexis === 'mysql';
  const token = isMysql ? mysqlToken : standardToken;
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(sql); match; match = token.exec(sql)) {
    const [whole] = match;
    token.lastIndex = getEnd(sql, match, isMysql);
    if (!isComment(whole, isMysql)) tokens.push(sql.slice(match.index, token.lastIndex));
  }
  return tokens;
}

function isComment(token: string, isMysql: boolean): boolean {
  return token.startsWith('--') || token === '/*' || (isMysql && token.startsWith('#'));
}

/** Finds the reason why the statement of a call cannot be run with the parameters that it passes. */
export function statementFault(
  { sql, parameters = {} }: JsonObject,
  isKnown: (value: Json | undefined) => boolean,
  dialect: Dialect,
): InputFault | undefined {
  if (typeof sql !== 'string' || !isKnown(sql) || !isKnown(parameters)) return undefined;
  try {
    bindNamed(sql, parameters as JsonObject, dialect);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { message } = error;
    const hint = 'Write `:name` for each value, and pass `name` in `parameters`.';
    return { pointer: '/sql', message, ...(/parameter/.test(message) ? { hint } : {}) };
  }
}

/** Returns the end of a token that the regular expression matches only in part. */
function getEnd(sql: string, match: RegExpExecArray, isMysql: boolean): number {
  const [whole] = match;
  const start = match.index + whole.length;
  const opensBody = !isMysql && whole.length > 1 && whole.startsWith('$') && whole.endsWith('$');
  const close = whole === '/*' ? '*/' : opensBody ? whole : '';
  const end = sql.indexOf(close, start);
  return end < 0 ? sql.length : end + close.length;
}

function requireNames(places: ReadonlyMap<string, number>, parameters: JsonObject): void {
  for (const name of Object.keys(parameters)) {
    if (!places.has(name)) throw refused(`the statement has no \`:${name}\` for the parameter \`${name}\``);
  }
  for (const name of places.keys()) {
    if (Object.hasOwn(parameters, name)) continue;
    throw refused(`\`parameters\` has no \`${name}\`, which the statement uses as \`:${name}\``);
  }
}

function refused(detail: string): ConnectorError {
  return new ConnectorError('validation', 400, 'Statement not usable', `The SQL cannot be run: ${detail}`);
}
