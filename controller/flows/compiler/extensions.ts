import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { isTruthy } from '../execution/execute.js';
import { extendedTask } from '../execution/extensions.js';
import { inner, innerScope } from '../execution/frames.js';
import { FlowError } from '../plan/errors.js';
import type { Block, Evaluator, Extension } from '../plan/node.js';
import type { DocumentContext } from './document.js';
import { ExpressionCompiler } from './expressions.js';
import { compileTasks } from './task.js';

/** The words of `extend` besides the task types that have the same name. */
const composite = 'composite';
const extendable = [
  'call',
  composite,
  'emit',
  'for',
  'listen',
  'raise',
  'run',
  'set',
  'switch',
  'try',
  'wait',
  'all',
];

/** The most extensions of one flow. */
const maxExtensions = 100;

/** Compiles `use.extensions`, so that tasks compiled from now on are extended: the tasks of extensions themselves are not. */
export function compileExtensions(document: DocumentContext): void {
  const { extensions } = objectOr(document.definition['use']);
  if (!Array.isArray(extensions)) return;
  if (extensions.length > maxExtensions)
    document.fault('/use/extensions', `the flow has more than ${maxExtensions} extensions`);
  const compiled = extensions.slice(0, maxExtensions).flatMap((item, index) =>
    Object.entries(objectOr(item)).map(([name, value]) => {
      const pointer = pointerTo(pointerTo('/use/extensions', index), name);
      return {
        type: findDocumentType(document, value, pointer),
        ...compile(document, objectOr(value), pointer),
      };
    }),
  );
  document.extend(compiled);
}

/** Returns the task type that is extended; undefined for all. */
function findDocumentType(document: DocumentContext, value: Json, pointer: string): string | undefined {
  const { extend = null } = objectOr(value);
  if (isObject(value) && typeof extend === 'string' && extendable.includes(extend)) {
    return extend === 'all' ? undefined : extend === composite ? 'do' : extend;
  }
  const close = typeof extend === 'string' ? nearest(extend, extendable) : undefined;
  const at = isObject(value) ? `${pointer}/extend` : pointer;
  const hint = close === undefined ? `One of ${extendable.join(', ')}.` : `Did you mean \`${close}\`?`;
  document.fault(at, '`extend` must be the type of the tasks to extend', hint);
  return '';
}

function compile(document: DocumentContext, extension: JsonObject, pointer: string): Extension {
  const { exports } = document;
  const expressions = new ExpressionCompiler(document, '', ['task']);
  const when = expressions.condition(extension['when'], `${pointer}/when`, 'definition');
  const tasks = (name: 'before' | 'after'): Block | undefined => {
    const at = `${pointer}/${name}`;
    const place = { pointer: at, reference: at, segment: at, locals: ['task'], depth: 1, concurrent: false };
    return extension[name] === undefined ? undefined : compileTasks(document, extension[name], place);
  };
  const [before, after] = [tasks('before'), tasks('after')];
  return {
    before,
    after,
    applies: when === undefined ? () => true : (input, scope) => holds(when, input, scope),
    usesSecrets: expressions.uses.secrets,
    exports: document.exports > exports,
  };
}

/** A condition that cannot be evaluated over a task does not hold: tasks of all forms are asked. */
async function holds(when: Evaluator, input: Json, scope: Parameters<Evaluator>[1]): Promise<boolean> {
  const taskScope = innerScope(scope, inner(scope, { locals: extendedTask(scope) }));
  try {
    return isTruthy(await when(input, taskScope));
  } catch (error) {
    if (error instanceof FlowError) return false;
    throw error;
  }
}
