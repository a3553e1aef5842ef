import type { Json } from '../../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../../schemas/json/values.js';
import { ArgumentCheck } from '../../../json-schema/index.js';
import { repositoryPath } from '../../data/repository-path.js';
import { getKind } from '../../data/values.js';
import { runTask } from '../../execution/execute.js';
import { inner } from '../../execution/frames.js';
import { atInstance, taskError } from '../../plan/errors.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill } from '../../plan/template.js';
import { builtIns } from './built-in.js';

const reference = /^([A-Za-z][\w-]{0,62})(?::([\w][\w.+-]{0,62}))?@([A-Za-z][\w-]{0,62})$/;
const version = '1.0.0';

/** Compiles the call of a function in a catalog: `<function>:<version>@<catalog>`. */
export function callCatalog(call: string, input: Json | undefined, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/call`;
  const [, name = '', wantedVersion, catalog] = reference.exec(call) ?? [];
  if (catalog === undefined) {
    const hint = 'Write `<function>:<version>@<catalog>`, with the catalog in `use.catalogs`.';
    const message = `\`${call.slice(0, 200)}\` names no function of a catalog`;
    return context.report({ rule: 'not-supported', pointer, message, hint });
  }
  const catalogs = context.catalogs();
  if (Object.hasOwn(catalogs, catalog)) {
    if (wantedVersion !== undefined) {
      const folder = catalogFolder(catalog, catalogs[catalog] ?? null, context);
      const file = `${folder}/functions/${name}/${wantedVersion}/function.yaml`;
      return folder === undefined ? undefined : callFile(call, file, input, context);
    }
    return context.fault(pointer, 'names no version', `Write \`${name}:<version>@${catalog}\`.`);
  }
  if (catalog === 'default') return callBuiltIn(name, wantedVersion, input, context);
  const candidates = [...Object.keys(catalogs), 'default'];
  return context.unknown({
    message: `\`${catalog}\` is not in \`use.catalogs\``,
    name: catalog,
    candidates,
    pointer,
    hint: `Add it there, or use a function of svc: ${Object.keys(builtIns).join(', ')} are in \`default\`.`,
  });
}

function callBuiltIn(
  name: string,
  wantedVersion: string | undefined,
  input: Json | undefined,
  context: TaskContext,
): CompiledBody {
  const pointer = `${context.pointer}/call`;
  const builtIn = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  if (builtIn === undefined) {
    const candidates = Object.keys(builtIns);
    const message = `the catalog \`default\` has no function \`${name}\``;
    const hint = `It has ${candidates.map((each) => `\`${each}\``).join(', ')}.`;
    return context.unknown({ message, name, candidates, pointer, hint });
  }
  if (wantedVersion !== undefined && wantedVersion !== version) {
    const message = `\`${name}\` has no version \`${wantedVersion}\``;
    return context.fault(pointer, message, `Write \`${name}:${version}@default\`.`);
  }
  const check = new ArgumentCheck(builtIn.schema);
  const callee = `\`${name}@default\``;
  const at = `${context.pointer}/with`;
  context.reportArguments(check, callee, { value: input ?? {}, pointer: at });
  const template = context.template(input ?? {}, at);
  return {
    async perform(scope, data) {
      const filled = objectOr(await fill(template, data, scope));
      const { host } = scope.frame.run;
      const faults = check.valuesInSlices(filled, callee, scope.signal);
      const [fault] = faults instanceof Promise ? await host.whileComputing(() => faults) : faults;
      if (fault) throw taskError('configuration', scope, `\`with${fault.pointer}\`: ${fault.message}`);
      return builtIn.perform(filled, scope, data);
    },
  };
}

/** The file of a function, whose task runs with `with` as its raw input and a `$context` of its own. */
function callFile(call: string, file: string, input: Json | undefined, context: TaskContext): CompiledBody {
  const template = context.template(input ?? {}, `${context.pointer}/with`);
  context.usesFile({ holds: call, file, pointer: `${context.pointer}/call`, args: [input ?? {}] });
  const node = context.findFunction(call);
  return {
    async perform(scope, data) {
      if (node === undefined) throw taskError('configuration', scope, `\`${file}\` holds no function`);
      const args = await fill(template, data, scope);
      const frame = { ...inner(scope), locals: undefined, context: { value: args } };
      try {
        return await runTask(node, frame, args, 1);
      } catch (error) {
        throw atInstance(error, scope.task.reference);
      }
    },
  };
}

/** The copy of a catalog at an address. */
export function getCopy(name: string): string {
  return `/catalogs/${name}`;
}

/**
 * Returns the folder of a catalog: its endpoint is a path in the repository, or an address, of which the repository has a
 * copy, so that what was reviewed is what runs.
 */
export function catalogFolder(
  name: string,
  catalog: Json,
  context: Pick<TaskContext, 'fault' | 'report'>,
): string | undefined {
  const { endpoint = null } = objectOr(catalog);
  const uri = isObject(endpoint) ? endpoint['uri'] : endpoint;
  const pointer = `${pointerTo('/use/catalogs', name)}/endpoint${isObject(endpoint) ? '/uri' : ''}`;
  if (typeof uri !== 'string') {
    return context.fault(pointer, `an endpoint is an address, not ${getKind(uri ?? null)}`);
  }
  if (/[{}?#]/.test(uri)) {
    const message = 'the place of a catalog is a path or an address without expressions';
    return context.fault(pointer, message, 'Write the folder, such as `/catalogs/shared`.');
  }
  if (/^https?:\/\//i.test(uri)) return getCopy(name);
  const path = repositoryPath(uri).replace(/\/+$/, '');
  if (!/^[a-z][a-z\d+.-]*:/i.test(path)) return path;
  const hint = 'Write a folder of the repository, such as `/catalogs/shared`, or an address of HTTP.';
  return context.report({
    rule: 'not-supported',
    pointer,
    message: `a catalog at \`${uri.slice(0, 200)}\` is not supported`,
    hint,
  });
}
