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
