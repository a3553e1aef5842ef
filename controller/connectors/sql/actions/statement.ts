import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { ConnectorError, type InputFault } from '../../contract/connector.js';

/** First words of statements about transactions, which svc opens and ends itself. */
const transactional = new Set(
  'begin start commit end rollback abort savepoint release set reset discard listen attach detach pragma vacuum'.split(
    ' ',
  ),
);

/**
 * The parts of SQL that contain no parameter, and the parameters: comments (nested ones of PostgreSQL apart), strings,
 * quoted names, dollar-quoted bodies, casts, `:name`, and the end of the statement.
 */
const token =
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|::|:([A-Za-z_]\w*)|;|[\w\u0080-\uffff$]+|[^\s]/g;

/**
 * Replaces each `:name` by a numbered placeholder (`$1` for PostgreSQL, `?1` for SQLite). The values are passed to the
 * database separately from the text.
 * @throws ConnectorError for a parameter without a value, a value without a parameter, more than one statement
 */
export function bindNamed(sql: string, parameters: JsonObject, mark: '$' | '?') {
  const places = new Map<string, number>();
  let text = '';
  let last = 0;
  let ended = false;
  let first: string | undefined;
  token.lastIndex = 0;
  for (let match = token.exec(sql); match; match = token.exec(sql)) {
    const [whole, , name] = match;
    const end = endOf(sql, match);
    token.lastIndex = end;
    if (whole.startsWith('--') || whole === '/*') continue;
    if (ended) throw refused('one call takes one statement; use `transaction` for several');
    if (whole === ';') {
      ended = true;
      continue;
    }
    first ??= whole.toLowerCase();
    if (name === undefined) continue;
    const place = places.get(name) ?? places.size + 1;
    places.set(name, place);
    text += `${sql.slice(last, match.index)}${mark}${place}`;
    last = end;
  }
  if (first === undefined) throw refused('it contains no statement');
  if (transactional.has(first))
    throw refused(
      `\`${first.toUpperCase()}\` is not allowed: svc opens, ends and sets up transactions itself`,
    );
  return { sql: text + sql.slice(last), values: valuesOf(places, parameters) };
}

/** Finds the reason why the statement of a call cannot be run with the parameters that it passes. */
export function statementFault(
  { sql, parameters = {} }: JsonObject,
  isKnown: (value: Json | undefined) => boolean,
): InputFault | undefined {
  if (typeof sql !== 'string' || !isKnown(sql) || !isKnown(parameters)) return undefined;
  try {
    bindNamed(sql, parameters as JsonObject, '?');
    return undefined;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { message } = error;
    const hint = 'Write `:name` for each value, and pass `name` in `parameters`.';
    return { pointer: '/sql', message, ...(/parameter/.test(message) ? { hint } : {}) };
  }
}

/** Returns the end of a token that the regular expression matches only in part. */
function endOf(sql: string, match: RegExpExecArray): number {
  const [whole] = match;
  const start = match.index + whole.length;
  const opensBody = whole.length > 1 && whole.startsWith('$') && whole.endsWith('$');
  const close = whole === '/*' ? '*/' : opensBody ? whole : '';
  const end = sql.indexOf(close, start);
  return end < 0 ? sql.length : end + close.length;
}

function valuesOf(places: ReadonlyMap<string, number>, parameters: JsonObject): Json[] {
  for (const name of Object.keys(parameters)) {
    if (!places.has(name)) throw refused(`the statement has no \`:${name}\` for the parameter \`${name}\``);
  }
  return [...places.keys()].map((name) => {
    if (Object.hasOwn(parameters, name)) return parameters[name] ?? null;
    throw refused(`\`parameters\` has no \`${name}\`, which the statement uses as \`:${name}\``);
  });
}

function refused(detail: string): ConnectorError {
  return new ConnectorError('validation', 400, 'Statement not usable', `The SQL cannot be run: ${detail}`);
}
