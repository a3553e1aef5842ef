const ofEnvironment =
  'Write `$runtime.metadata.environment.variables.<name>` for a variable of the environment.';
const ofTasks =
  'A task gets the output of the task before it as its input, `.`. Keep a value for later with `export.as`, and read it from `$context`.';
const ofLoops = 'The variables of a `for` task exist in its `while` and `do` only.';
const ofErrors = 'The caught error exists in `catch` only, by the name in `catch.as`.';

const hints: Readonly<Record<string, string>> = {
  ENV: ofEnvironment,
  caught: ofErrors,
  config: ofEnvironment,
  each: ofLoops,
  env: ofEnvironment,
  environment: ofEnvironment,
  err: ofErrors,
  error: ofErrors,
  exception: ofErrors,
  index: ofLoops,
  item: ofLoops,
  json: 'Write `.` for the input of the task.',
  node: ofTasks,
  nodes: ofTasks,
  output: ofTasks,
  outputs: ofTasks,
  params: 'Write `$input.<name>` for the input of the task.',
  result: ofTasks,
  results: ofTasks,
  self: 'Write `.` for the input of the task.',
  step: ofTasks,
  steps: ofTasks,
  tasks: ofTasks,
  this: 'Write `.` for the input of the task.',
  trigger: 'Write `$workflow.input` for the input of the flow.',
  variables: ofEnvironment,
  vars: ofEnvironment,
};

/**
 * Returns the hint for a variable that is not defined.
 * @param tasks names of the tasks before this one
 * @param locals the variables of loops and caught errors here
 */
export function variableHint(
  name: string,
  tasks: ReadonlySet<string>,
  locals: readonly string[],
): string | undefined {
  const isLoop = hints[name] === ofLoops || hints[name] === ofErrors;
  if (locals.length > 0 && isLoop) return `Known here: ${locals.map((each) => `\`$${each}\``).join(', ')}.`;
  if (tasks.has(name)) return ofTasks;
  return Object.hasOwn(hints, name) ? hints[name] : undefined;
}

/** A path behind a name: `.a["b"]`. */
const path = String.raw`((?:\.[\w-]+|\[(?:"[^"\]]*"|'[^'\]]*')\])*)`;
const begins = (names: string, rest = '') => new RegExp(`^(?:${names})(?![\\w-])${rest}`);

/** Values of other engines (GitHub Actions, n8n, Kestra, Windmill, Argo) at the start of an expression, with the hints. */
const values: readonly (readonly [RegExp, (text: string) => string])[] = [
  [
    begins(
      String.raw`github\.event\.inputs|github\.event|inputs(?:\.parameters)?|flow_input|workflow\.parameters|trigger\.(?:body|data|params)`,
      path,
    ),
    (text) => `Write \`\${ $workflow.input${text} }\` for the input of the flow.`,
  ],
  [/^secret\(\s*["']([^"']*)["']/, (name) => secretHint(`.${name}`)],
  [begins('secrets?', path), (text) => secretHint(text)],
  [
    begins(String.raw`\$?(?:env|envs|vars|variables)`, path),
    (text) =>
      `Write \`\${ $runtime.metadata.environment.variables${text} }\` for a variable of the environment.`,
  ],
  [/^(?:steps|needs|outputs|results|tasks|jobs|nodes|\$node)[.[]|^\$\(|^\$items\(/, () => ofTasks],
  [
    /^(?:github\.run_id|\$?execution\.id|workflow\.uid)\b/,
    () => 'Write `${ $workflow.id }` for the id of the run.',
  ],
  [
    /^(?:(?:parent\.)?taskrun\.value|matrix\.\w+|item)(?![\w(-])/,
    () => 'Write `${ $item }` in a `for` task, or `${ .item }` for a member of the input.',
  ],
  [
    /^(?:\$now|\$today|now\(|trigger\.date|execution\.startDate)/,
    () => 'Write `${ now | todate }` for the time.',
  ],
  [
    /^(?:success|failure|always|cancelled)\(/,
    () => 'A task runs when the one before it succeeded: catch errors with `try` and `catch`.',
  ],
  [/^toJSON\(/, () => 'Write `| tojson` behind the value.'],
  [/^fromJSON\(/, () => 'Write `| fromjson` behind the value.'],
  [
    /^(?:github|runner|execution|flow|trigger|taskrun)\./,
    () => 'A run knows its input, `$workflow.input`, and itself, `$workflow.id` and `$workflow.definition`.',
  ],
];

/** Returns the hint for an expression that begins with a value of another engine. */
export function foreignValueHint(expression: string): string | undefined {
  for (const [pattern, hint] of values) {
    const match = pattern.exec(expression);
    if (match) return hint(asPath(match[1] ?? ''));
  }
  return undefined;
}

/** Writes a path as jq does: names with a hyphen in brackets. */
function asPath(text: string): string {
  return text.replaceAll("'", '"').replace(/\.([\w]*-[\w-]*)/g, '["$1"]');
}

function secretHint(text: string): string {
  const name = /^\.(\w+)/.exec(text)?.[1] ?? '<name>';
  return `Write \`\${ $secrets.${name} }\`, and list \`${name}\` in \`use.secrets\`.`;
}
