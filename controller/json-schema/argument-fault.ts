import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { decodeStep, pointerTo } from '../../schemas/json/values.js';
import type { TypeName } from '../../schemas/rule.js';
import { orList, typeWord } from '../../schemas/wording.js';

/** Stands for the value of an expression, which is known at run time only. No constant of a flow contains `${`. */
export const anyValue = '${}';
/** Stands for a text with expressions in it. */
export const anyText = '${}…';

/** A fault of the arguments of a call. No fault repeats a value, which may be a credential. */
export interface ArgumentFault {
  rule: 'argument-unknown' | 'argument-missing' | 'argument-wrong';
  /** An unknown argument that the callee ignores is a warning. */
  severity: 'error' | 'warning';
  /** JSON pointer into the arguments; of a missing one, the object that lacks it. */
  pointer: string;
  /** The fault is in the last name of `pointer`, not in the value it has. */
  at?: 'name';
  message: string;
  hint?: string;
}

/** The type of a value in words. */
export function toWord(type: Json): string {
  // A call passes null, where a file with nothing in that place leaves the value out.
  return type === 'null' ? 'null' : (typeWord(String(type) as TypeName) ?? String(type));
}

/** The most values or names that a message lists. */
const maxListed = 10;

export function listed(values: readonly Json[]): string {
  const shown = values.slice(0, maxListed).map((value) => `\`${toText(value)}\``);
  return values.length > maxListed ? `${shown.join(', ')} or another one` : orList(shown);
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : toJsonText(value);
}

/** `orders.0.id` for `/orders/0/id`. */
function getPointerPath(pointer: string): string {
  return pointer.split('/').slice(1).map(decodeStep).join('.');
}

/** The faults of one callee, in its words. */
export class FaultWording {
  /** @param callee as a message names it, such as `` `shop.get` `` */
  constructor(private readonly callee: string) {}

  unknown(pointer: string, hint: string | undefined, severity: ArgumentFault['severity']): ArgumentFault {
    const path = getPointerPath(pointer);
    const message = `takes no argument \`${path}\``;
    return {
      rule: 'argument-unknown',
      severity,
      pointer,
      at: 'name',
      message: `${this.callee} ${message}`,
      ...hinted(hint),
    };
  }

  missing(pointer: string, name: string, schema: Json | undefined): ArgumentFault {
    const path = getPointerPath(pointerTo(pointer, name));
    return {
      rule: 'argument-missing',
      severity: 'error',
      pointer,
      message: `${this.callee} needs the argument \`${path}\``,
      ...hinted(findDescription(schema) ?? `Add \`${path}\`.`),
    };
  }

  wrong(pointer: string, says: string, hint?: string): ArgumentFault {
    const subject =
      pointer === ''
        ? `the input of ${this.callee}`
        : `the argument \`${getPointerPath(pointer)}\` of ${this.callee}`;
    return {
      rule: 'argument-wrong',
      severity: 'error',
      pointer,
      message: `${subject} ${says}`,
      ...hinted(hint),
    };
  }
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}

function findDescription(schema: Json | undefined): string | undefined {
  const { description } = (typeof schema === 'object' && schema !== null ? schema : {}) as JsonObject;
  return typeof description === 'string' && description !== '' ? description : undefined;
}
