/**
 * Removes the errors from a validator, so that it only decides: half of the code, which takes a quarter of the time. See
 * "Decisions" in the README.
 * @param code the output of Ajv with `code.lines`, for a schema without `$dynamicRef`
 * @throws Error when code about errors is left, because Ajv generates another form of code
 */
export function decideOnly(code: string): string {
  const bare = withoutPlaces(withoutErrors(code));
  const left = /^.*(?:vErrors|instancePath|validate\d*\.errors\b|\berr\d).*$/m.exec(bare);
  if (left) throw new Error(`The validator has another form than expected: ${left[0]}`);
  return withoutUnused(bare);
}

function withoutErrors(code: string): string {
  return code
    .replace(/^let vErrors = null;\n/gm, '')
    .replace(/^const err\d+ = \{(?:instancePath.*)?\};\n/gm, '')
    .replace(
      /^if\(vErrors === null\)\{\nvErrors = \[err\d+\];\n\}\nelse \{\nvErrors\.push\(err\d+\);\n\}\n/gm,
      '',
    )
    .replace(
      /^vErrors = vErrors === null \? \S+ : vErrors\.concat\(\S+\);\nerrors = vErrors\.length;\n/gm,
      'errors++;\n',
    )
    .replace(
      /^if\(vErrors !== null\)\{\nif\(_errs\d+\)\{\nvErrors\.length = _errs\d+;\n\}\nelse \{\nvErrors = null;\n\}\n\}\n/gm,
      '',
    )
    .replace(/^validate\d+\.errors = (?:vErrors|\[\{instancePath[\s\S]*?\}\]);\n/gm, '');
}

/** Removes the arguments that locate errors: functions take the value alone. */
function withoutPlaces(code: string): string {
  return code
    .replace(/, \{instancePath="", .*\}=\{\}\)\{$/gm, '){')
    .replace(/, \{instancePath(?::.*?)?,parentData(?::.*?)?,parentDataProperty(?::.*?)?,rootData\}\)/g, ')');
}

/** Removes copies of schemas that only errors quoted. */
function withoutUnused(code: string): string {
  return code.replace(/^const (schema\d+) = .*;\n/gm, (line, name: string) => {
    const uses = code.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
    return uses > 1 ? line : '';
  });
}
