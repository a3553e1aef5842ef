/** `list-run-tasks` → `ListRunTasks`. */
export function pascal(name: string): string {
  return name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, _gap, letter: string) =>
    letter.toUpperCase(),
  );
}

/** `list-run-tasks` → `listRunTasks`. */
export function camel(name: string): string {
  const text = pascal(name);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** True for a valid GraphQL name; names that start with two underscores are reserved. */
export function isName(name: string): boolean {
  return /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/.test(name);
}
