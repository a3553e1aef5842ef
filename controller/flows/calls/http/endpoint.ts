import { isExactNumber } from '../../../../schemas/json/exact-number.js';
import type { Json } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { type Eventual, inSequence, whenReady } from '../../../concurrency/computing.js';
import { bracesInText } from '../../data/expression-mistakes.js';
import { expandUri, unsupportedParts } from '../../data/uri-template.js';
import { getKind } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { Component, TaskContext } from '../../plan/task-type.js';
import { fill, interpolation } from '../../plan/template.js';
import { RequestError } from './request.js';

export interface CompiledEndpoint {
  /** @throws RequestError, FlowError expression */
  uri(input: Json, scope: Scope): Eventual<string>;
  /** The authentication policy as written. */
  readonly authentication: Component<Json> | undefined;
}

/** Compiles a URI template, an expression, a string with expressions in it, or an object with such a `uri`. */
export function compileEndpoint(value: Json, pointer: string, context: TaskContext): CompiledEndpoint {
  if (typeof value === 'string')
    return { uri: compileUri(value, pointer, context), authentication: undefined };
  if (isObject(value) && typeof value['uri'] === 'string') {
    const { uri, authentication: policy } = value;
    const at = `${pointer}/authentication`;
    const authentication = policy === undefined ? undefined : { value: policy, pointer: at };
    return { uri: compileUri(uri, `${pointer}/uri`, context), authentication };
  }
  context.fault(pointer, `an endpoint is a URI or an object with \`uri\`, not ${getKind(value)}`);
  return { uri: () => '', authentication: undefined };
}

/** Compiles a URI: its texts are URI templates over the task's input; the values of its expressions are used unchanged. */
function compileUri(value: string, pointer: string, context: TaskContext): CompiledEndpoint['uri'] {
  const parts = context.parts(value, pointer);
  reportTemplate(value, pointer, context);
  reportIncomplete(value, pointer, context);
  const origin = findConstantOrigin(value);
  if (origin !== undefined) context.requires({ type: 'server', origin });
  return (input, scope) => {
    const pieces = inSequence(parts, (part) =>
      whenReady(fill(part, input, scope), (piece) =>
        part.kind === 'text'
          ? expand(String(piece), input, scope)
          : expressionPart(piece, parts.length === 1),
      ),
    );
    return whenReady(pieces, (texts) => texts.join(''));
  };
}

/** Returns the origin of an address that has it as text; undefined where an expression may decide it. */
function findConstantOrigin(address: string): string | undefined {
  const origin = /^https?:\/\/[^/?#${}@\s]+(?=[/?#]|$)/i.exec(address)?.[0];
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : undefined;
}

/** Reports an address that begins with a text other than `http://` or `https://`: no request can be sent there. */
function reportIncomplete(value: string, pointer: string, context: TaskContext): void {
  const { parts } = interpolation(value);
  const spaced = parts.find((part) => part.kind === 'expression' && /\s/.test(part.source));
  if (spaced && !/^\s*\$\{.*\}\s*$/s.test(value)) {
    const message = 'an address with blanks around or in its expressions cannot be read';
    const hint =
      'Leave out the blanks: `${.id}`. Or write one expression: `${ "https://\\(.host)/orders" }`.';
    context.report({
      rule: 'field-invalid',
      pointer,
      replaces: pointer,
      offset: spaced.offset,
      message,
      hint,
    });
    return;
  }
  const [first] = parts;
  if (first?.kind !== 'text' || /^\s*(?:https?:\/\/|\{)/i.test(first.text) || first.text.trim() === '')
    return;
  const scheme = /^\s*([a-z][a-z0-9+.-]*):\/\//i.exec(first.text)?.[1];
  context.report({
    rule: 'field-invalid',
    pointer,
    message:
      scheme === undefined
        ? 'the address does not begin with `https://` or `http://`'
        : `the address begins with \`${scheme}://\`, not with \`https://\` or \`http://\``,
    hint: 'Write the whole address, such as `https://shop.example.com/orders`. A path alone is for actions of a connection: `call: shop.get`.',
  });
}

/** Reports the parts of a URI template that the engine does not expand. */
export function reportTemplate(value: string, pointer: string, context: TaskContext): void {
  for (const part of interpolation(value).parts) {
    if (part.kind !== 'text') continue;
    const braces = bracesInText(part.text);
    if (braces) {
      const offset = part.offset + braces.offset;
      const hint =
        'Write `{name}` for a member of the input, or `${.order.id}` for an expression, without blanks.';
      context.report({ rule: 'expression-braces', pointer, replaces: pointer, ...braces, offset, hint });
      continue;
    }
    for (const { written: expressionText, offset, instead } of unsupportedParts(part.text)) {
      context.report({
        rule: 'not-supported',
        pointer,
        offset: part.offset + offset,
        message: `\`${expressionText}\` is not supported: a URI template has names of members of the input only, such as \`{id}\``,
        hint: instead,
      });
    }
  }
}

function expand(template: string, input: Json, scope: Scope): string {
  try {
    return expandUri(template, input);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw taskError('expression', scope, `\`endpoint\`: ${reason}`, error);
  }
}

/** Returns the value of an expression; an expression that is the whole endpoint may give an object. */
function expressionPart(value: Json, alone: boolean): string {
  const uri = alone && isObject(value) ? (value['uri'] ?? null) : value;
  if (typeof uri === 'string' || typeof uri === 'number' || isExactNumber(uri)) return String(uri);
  throw new RequestError(`\`endpoint\` must give a URI, not ${getKind(uri)}`);
}
