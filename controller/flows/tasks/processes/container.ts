import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../../schemas/json/values.js';
import { getKind, toText } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { ContainerRequest } from '../../plan/host.js';
import type { DurationOf, Scope } from '../../plan/node.js';
import type { CompiledBody, Report, TaskContext } from '../../plan/task-type.js';
import { fill, objectTemplate, type Template } from '../../plan/template.js';
import { compileProcessInput, type ProcessOptions, processBody, type VariableNames } from './process.js';
import { findContainerFiles, mayUseFiles } from './task-files.js';

const pullPolicies = ['ifNotPresent', 'always', 'never'] as const;

/** docker and podman take any name; with `*`, podman takes the variables of this machine. */
const anyName: VariableNames = {
  pattern: /^[^\s=*]+$/,
  hint: 'Names of a container have no blanks, no `=` and no `*`.',
};

const listNeeded = '`arguments` of a container must be a list';

type Fields = Omit<ContainerRequest, 'arguments' | 'environment' | 'stdin' | 'labels' | 'files'>;

/**
 * Compiles a container. Its command is a line for the shell of the image, whose arguments are `$1`, `$2` and so on;
 * without a command they are those of the image's own.
 */
export function runContainer(value: Json, options: ProcessOptions, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/run/container`;
  const container = objectOr(value);
  if (container['image'] === undefined) return context.fault(pointer, 'needs `image`');
  const definition = container['arguments'];
  if (isObject(definition) && Object.keys(definition).length > 0) {
    return context.fault(
      `${pointer}/arguments`,
      listNeeded,
      'Write `arguments: [ "a" ]`; `$1` is the first.',
    );
  }
  const { image } = container;
  const isNamed = typeof image === 'string' && !image.includes('${');
  context.requires({ type: 'container', image: isNamed ? image : undefined });
  if (mayUseFiles(container['volumes'])) context.needsLeader('files');
  const process = compileProcessInput(container, pointer, context, anyName);
  const fields = compileFields(container, pointer, context);
  return processBody(async (input, scope) => {
    const { arguments: containerArguments, ...rest } = await process(input, scope);
    if (!Array.isArray(containerArguments) && Object.keys(containerArguments).length > 0) {
      throw taskError('configuration', scope, listNeeded);
    }
    const list = Array.isArray(containerArguments) ? containerArguments.map(toText) : [];
    const evaluated = { ...(await fields(input, scope)), ...rest, arguments: list };
    const { host } = scope.frame.run;
    return {
      request: evaluated as unknown as JsonObject,
      start: (effect, signal) => {
        const labels = { run: host.run.id, step: effect.idempotencyKey };
        const name = evaluated.name || defaultName(scope);
        const files = findContainerFiles(
          evaluated.volumes,
          input,
          options.wait && options.returned === 'all',
        );
        return host.script({ ...evaluated, name, labels, ...(files ? { files } : {}) }, effect, signal);
      },
    };
  }, options);
}

function compileFields(
  container: JsonObject,
  pointer: string,
  context: TaskContext,
): (input: Json, scope: Scope) => Promise<Fields> {
  const text = (name: 'image' | 'name') => {
    const template = context.template(container[name] ?? null, `${pointer}/${name}`);
    if (template.constant && template.value !== null)
      report(template.value, name, { pointer: `${pointer}/${name}` }, context);
    return template;
  };
  const [image, name] = [text('image'), text('name')];
  const command = context.template(container['command'] ?? null, `${pointer}/command`);
  const map = (name: 'ports' | 'volumes') =>
    compileMap(container[name] ?? null, name, `${pointer}/${name}`, context);
  const [ports, volumes] = [map('ports'), map('volumes')];
  const cleanup = compileCleanup(container['lifetime'], `${pointer}/lifetime`, context);
  if (name.constant && name.value !== null && cleanup !== 'always') reportTakenName(pointer, context);
  const pullPolicy = pullPolicies.find((each) => each === container['pullPolicy']) ?? 'ifNotPresent';
  return async (input, scope) => {
    const line = await fill(command, input, scope);
    return {
      image: checked(await fill(image, input, scope), 'image', scope),
      name: getName(await fill(name, input, scope), scope),
      ...(line === null ? {} : { command: toText(line) }),
      ports: getMap(await fill(ports, input, scope), 'ports', scope),
      volumes: getMap(await fill(volumes, input, scope), 'volumes', scope),
      pullPolicy,
      cleanup: typeof cleanup === 'function' ? { afterMs: await cleanup(input, scope) } : cleanup,
    };
  };
}

/** Compiles a map from this machine to the container; constant names and values are checked at once. */
function compileMap(
  value: Json,
  field: 'ports' | 'volumes',
  pointer: string,
  context: TaskContext,
): Template {
  if (!isObject(value)) return context.template(value, pointer);
  const members = Object.entries(value).map(([from, to]): [string, Template] => {
    const at = pointerTo(pointer, from);
    const template = context.template(to, at);
    report(from, `${field} here`, { pointer: at, at: 'name' }, context);
    if (template.constant) report(toText(template.value), field, { pointer: at }, context);
    return [from, template];
  });
  return objectTemplate(members, value);
}

function report(value: Json, form: Form, place: Pick<Report, 'pointer' | 'at'>, context: TaskContext): void {
  const fault = findFault(value, form);
  if (fault) context.report({ rule: 'flow-structure', ...place, message: fault[0], hint: fault[1] });
}

function reportTakenName(pointer: string, context: TaskContext): void {
  context.report({
    rule: 'flow-structure',
    severity: 'warning',
    pointer: `${pointer}/name`,
    message: 'the container keeps its name after its end, so that the next run cannot take it',
    hint: 'Write `lifetime: { cleanup: always }`, or leave `name` out.',
  });
}

function compileCleanup(
  value: Json | undefined,
  pointer: string,
  context: TaskContext,
): 'always' | 'never' | DurationOf {
  const { cleanup = 'never', after } = objectOr(value);
  if (cleanup === 'always' || cleanup === 'never') return cleanup;
  if (cleanup === 'eventually' && after !== undefined) return context.duration(after, `${pointer}/after`);
  context.fault(pointer, '`lifetime` needs `cleanup: always`, `never`, or `eventually` with `after`');
  return 'never';
}

function getName(value: Json, scope: Scope): string {
  return value === null ? '' : checked(value, 'name', scope);
}

/** The name that the language recommends: flow, random id, namespace and task. */
function defaultName(scope: Scope): string {
  const { document } = scope.frame.run.flow.definition;
  const { name, namespace } = objectOr(document);
  return `${name}-${randomUUID()}.${namespace}-${scope.task.name}`.replace(/[^\w.-]/g, '_').slice(0, 128);
}

function getMap(value: Json, name: 'ports' | 'volumes', scope: Scope): Record<string, string> {
  if (value === null) return {};
  if (!isObject(value)) {
    throw taskError('configuration', scope, `\`${name}\` must be an object, not ${getKind(value)}`);
  }
  const entries = Object.entries(value).map(([from, to]) => [
    checked(from, `${name} here`, scope),
    checked(toText(to), name, scope),
  ]);
  return Object.fromEntries(entries);
}

function checked(value: Json, form: Form, scope: Scope): string {
  const fault = findFault(value, form);
  if (fault === undefined) return value as string;
  throw taskError('configuration', scope, fault[0]);
}

const part = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const image = new RegExp(
  String.raw`^(?:(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w.-]+(?=:))(?::\d+)?/)?${part}(?:/${part})*(?::\w[\w.-]{0,127})?(?:@[a-z0-9+._-]+:[\da-f]{32,128})?$`,
);

type Form = 'image' | 'name' | 'ports here' | 'ports' | 'volumes here' | 'volumes';

const portsExample = 'a port of this machine and one of the container: `8080: 80`, or `8080: 80/udp`';
const volumesExample =
  'a folder of this machine, a volume or `run-files`, and a folder of the container: `/srv/data: /data`';

/** The values that docker and podman both take, with an example of each. */
const forms: Readonly<Record<Form, readonly [(value: string) => boolean, string]>> = {
  image: [
    (value) => value.length <= 512 && image.test(value),
    '`alpine:3.20`, or `registry.example.com/tool:1.2`',
  ],
  name: [(value) => /^[A-Za-z0-9][\w.-]{1,127}$/.test(value), '`job-1`'],
  'ports here': [
    (value) => isPort(value.replace(/^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-fA-F:]+\]):/, '')),
    portsExample,
  ],
  ports: [(value) => isPort(value.replace(/\/(?:tcp|udp|sctp)$/i, '')), portsExample],
  'volumes here': [(value) => /^(?:[./][^:,\0]*|[A-Za-z0-9][\w.-]+)$/.test(value), volumesExample],
  volumes: [(value) => /^\/[^:,\0]+(?::[A-Za-z,]+)?$/.test(value), volumesExample],
};

/** True for a port, or several one after the other: `8000-8010`. */
function isPort(value: string): boolean {
  const [, ...ports] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(value) ?? [];
  return ports[0] !== undefined && ports.every((port = '1') => Number(port) > 0 && Number(port) < 65_536);
}

/** Returns the message and the hint about a value that docker and podman refuse. */
function findFault(value: Json, form: Form): [message: string, hint: string] | undefined {
  const [fits, example] = forms[form];
  if (typeof value === 'string' && fits(value)) return undefined;
  const shown = typeof value === 'string' ? `\`${value.slice(0, 100)}\`` : getKind(value);
  return [`\`${form.split(' ', 1)[0]}\` of the container cannot be ${shown}`, `Write ${example}.`];
}
