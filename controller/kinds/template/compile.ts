import type { Template } from 'liquidjs';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { type Compilation, type CompileFinding, hasErrors, TransformError } from '../compile/compilation.js';
import { acceptedInSlices, compileSchema } from '../compile/embedded-schema.js';
import { liquid, parseLiquid } from './liquid.js';
import { renderInSlices } from './render.js';

/** A longer list would not be read. */
const maxBraces = 20;

/** A Liquid template. Immutable, shared by all its uses. */
export interface CompiledTemplate {
  /** False when two uses with the same parameters may differ: the template may read the time. */
  readonly deterministic: boolean;
  /** Gives a promise when a thread checks the parameters or renders. @throws TransformError, as the rejection too */
  render(parameters: Json): string | Promise<string>;
}

/** Compiles a template that fits its schema. */
export function compileTemplate(definition: JsonObject): Compilation<CompiledTemplate> {
  const findings: CompileFinding[] = [];
  const body = String(definition['body'] ?? '');
  const { template, finding } = parseLiquid(body, '/body');
  if (finding) findings.push(finding);
  const { parameters } = definition;
  const check = compileSchema(parameters, '/parameters', findings);
  if (!template || hasErrors(findings)) return { compiled: undefined, findings };
  const declared = isObject(parameters) ? declaredParameters(parameters) : undefined;
  if (declared?.closed) findings.push(...unknownVariables(template, body, declared.absent));
  findings.push(...foreignBraces(body, Object.keys(declared?.absent ?? {})));
  const compiled: CompiledTemplate = {
    deterministic: !/\b(date\w*|sample)\b/.test(body),
    render(values) {
      if (!isObject(values)) throw new TransformError('input', 'the parameters must be an object');
      const render = (value: Json) => {
        return renderInSlices({ template, body }, { ...declared?.absent, ...objectOr(value) });
      };
      const outcome = acceptedInSlices(check, values, 'input');
      return outcome instanceof Promise ? outcome.then(render) : render(outcome);
    },
  };
  return { compiled, findings };
}

interface Declared {
  /** The declared parameters, each null: the value of one that has no default and that the caller leaves out. */
  absent: JsonObject;
  /** True when no other parameters are allowed. */
  closed: boolean;
}

function declaredParameters(schema: JsonObject): Declared {
  const absent = Object.keys(objectOr(schema['properties'])).map((name): [string, Json] => [name, null]);
  const open = ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties'].some((word) =>
    Object.hasOwn(schema, word),
  );
  return { absent: Object.fromEntries(absent), closed: !open && isObject(schema['properties']) };
}

/** Reports `${ .name }`, which stays in the text as it is. */
function foreignBraces(body: string, names: readonly string[]): CompileFinding[] {
  return [...body.matchAll(/\$\{\s*([.$]?)([A-Za-z_][\w.]{0,100})\s*\}/g)]
    .slice(0, maxBraces)
    .flatMap((finding) => {
      const { 0: whole, 1: sign = '', 2: path = '', index } = finding;
      // Other languages write variables in this way.
      if (sign === '' && !names.includes(path)) return [];
      const message = `\`${whole}\` stays in the text as it is`;
      const hint = `Write \`{{ ${path} }}\`.`;
      return [
        { rule: 'template-variable', severity: 'warning', pointer: '/body', offset: index, message, hint },
      ];
    });
}

/** Reports each use of a name that is not a parameter. */
function unknownVariables(template: Template[], body: string, definition: JsonObject): CompileFinding[] {
  const { globals } = liquid.analyzeSync(template, { partials: false });
  return Object.entries(globals)
    .filter(([name]) => !Object.hasOwn(definition, name))
    .flatMap(([name, uses]) =>
      uses.map(({ location }): CompileFinding => {
        const close = nearest(name, Object.keys(definition));
        return {
          rule: 'template-variable',
          severity: 'warning',
          pointer: '/body',
          offset: getOffset(body, location.row, location.col),
          message: `\`${name}\` is not in \`parameters\``,
          hint: close === undefined ? 'Add it to `parameters.properties`.' : `Did you mean \`${close}\`?`,
        };
      }),
    );
}

/** @param row from 1 @param column from 1 */
function getOffset(text: string, row: number, column: number): number {
  let start = 0;
  for (let line = 1; line < row; line += 1) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}
