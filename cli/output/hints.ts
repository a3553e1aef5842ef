/** Commands in place of the REST calls that hints name; the first pattern that fits counts. */
const commands: readonly [RegExp, string][] = [
  [/GET \S*\/flows\/([^/\s]+)\/context/, 'svc flows show $1'],
  [/POST \S*\/flows\/([^/\s]+)\/runs/, 'svc run-flow $1'],
  [/GET \S*\/flows\/([^/\s]+)/, 'svc flows show $1'],
  [/GET \S*\/flows/, 'svc flows list'],
  [/GET \S*\/runs\/([^/\s]+)\/files\/[^/\s]+/, 'svc runs file $1 <file>'],
  [/GET \S*\/runs\/([^/\s]+)\/files/, 'svc runs files $1'],
  [/GET \S*\/runs\/([^/\s]+)\/tasks\/([^/\s]+)/, 'svc runs show $1 $2'],
  [/GET \S*\/runs\/([^/\s]+)/, 'svc runs show $1'],
  [/GET \S*\/runs/, 'svc runs list'],
  [/GET \S*\/triggers/, 'svc triggers list'],
  [/POST \S*\/connections\/([^/\s]+)\/test/, 'svc connections test $1'],
  [/POST \S*\/connections\/([^/\s]+)\/actions\/[^/\s]+/, 'svc connections call $1 <action>'],
  [/GET \S*\/connections\/([^/\s]+)\/actions/, 'svc connections actions $1'],
  [/GET \S*\/connections/, 'svc connections list'],
  [/GET \S*\/human-tasks\/([^/\s]+)/, 'svc human-tasks show $1'],
  [/GET \S*\/human-tasks/, 'svc human-tasks list'],
  [/POST \S*\/triggers\/([^/\s]+)\/(pause|resume|fire)/, 'svc triggers $2 $1'],
  [/POST \S*\/runs\/([^/\s]+)\/(cancel|suspend|resume|retry|rerun|replay)/, 'svc runs $2 $1'],
  [/POST \S*\/human-tasks\/([^/\s]+)\/(complete|claim|release)/, 'svc human-tasks $2 $1'],
  [/POST \S*\/proposals\/([^/\s]+)\/(merge|close)/, 'svc proposals $2 $1'],
  [/GET \S*\/proposals\/([^/\s]+)/, 'svc proposals show $1'],
  [/GET \S*\/proposals/, 'svc proposals list'],
  [/GET \S*\/platform\/errors/, 'svc explain error'],
];

/** Other words of the REST interface. */
const terms: readonly [RegExp, string][] = [
  [/^Send `X-API-Key: <key>`\./, 'Store a key with `svc login <server>`, or set `SVC_API_KEY`.'],
  [
    /^The member `form` of the task is the JSON Schema of the values\./,
    '`svc human-tasks show <id>` prints the values that the task takes.',
  ],
  [
    /`POST \/api\/v1\/platform\/entities\/platform\/secret`/g,
    '`POST /api/v1/platform/entities/platform/secret` (there is no command for it: see `svc explain guide.connections`)',
  ],
  [
    /^All paths start with `\/api\/v1\/`\..*$/,
    'Check that this version of `svc` fits the server: `svc status`.',
  ],
];

/** Returns a hint with each REST call replaced by the command that does the same, where there is one. */
export function forTerminal(hint: string): string {
  const called = hint.replaceAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g, (whole, call: string) => {
    const [path = ''] = call.split('?');
    const command = commandFor(path);
    return command === undefined ? whole : `\`${command}\``;
  });
  return terms.reduce((text, [pattern, term]) => text.replace(pattern, term), called);
}

function commandFor(call: string): string | undefined {
  for (const [pattern, command] of commands) {
    const match = new RegExp(`^${pattern.source}$`).exec(call);
    if (match) return command.replace('$1', named(match[1] ?? '')).replace('$2', match[2] ?? '');
  }
  return undefined;
}

/** Returns a name from a path, `{name}` as `<name>`. */
function named(part: string): string {
  const placeholder = /^\{(\w+)\}$/.exec(part)?.[1];
  return placeholder === undefined ? decodeURIComponent(part) : `<${placeholder}>`;
}
