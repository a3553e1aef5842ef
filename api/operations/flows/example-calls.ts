import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

export interface ExampleCalls {
  cli: string;
  rest: string;
  /** Parameters of `tools/call`. */
  mcp: JsonObject;
}

/** Makes calls that run a flow with these parameters: from a terminal, over HTTP and by an agent. */
export function exampleCalls(branch: string, name: string, parameters: Json): ExampleCalls {
  const path = `/api/v1/${encodeURIComponent(branch)}/flows/${encodeURIComponent(name)}/runs`;
  return {
    cli: ['svc run-flow', name, `--branch ${shellWord(branch)}`, ...parameterWords(parameters)].join(' '),
    rest: `curl -X POST "$SVC_SERVER${path}" -H "X-API-Key: $SVC_API_KEY" -H 'Content-Type: application/json' -d ${shellWord(toJsonText(parameters))}`,
    mcp: { name: 'run-flow', arguments: { branch, flow: name, parameters } },
  };
}

/** Returns the parameters as options of `svc run-flow`. */
export function parameterWords(parameters: Json): string[] {
  const pairs = Object.entries(isObject(parameters) ? parameters : {});
  return pairs.map(([key, value]) => {
    const text = typeof value === 'string' ? `=${value}` : `:=${toJsonText(value)}`;
    return `-p ${shellWord(key + text)}`;
  });
}

/** Quotes a word for a POSIX shell, where that is needed. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
