import { type Json, type JsonObject, setProperty } from '../json.js';
import { type Frame, MORE, many, maybe, one, type Plan, STOP } from '../runtime/plan.js';
import { allocate, charge, chargeWide } from '../runtime/run.js';

/** A container whose members are being walked, and what they have become so far. */
interface Walked {
  readonly values: readonly Json[];
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly items: Json[];
  readonly object: JsonObject;
  next: number;
}

/** Bytes that a member of a new container counts for. */
const MEMBER = 16;

function enter(source: Json[] | JsonObject): Walked {
  const keys = Array.isArray(source) ? undefined : Object.keys(source);
  const values = Array.isArray(source) ? source : Object.values(source);
  charge(1 + values.length + (values.length >> 1));
  if (keys !== undefined) chargeWide(keys.length, 2);
  allocate(values.length * MEMBER);
  return { values, keys, items: [], object: {}, next: 0 };
}

/** What takes the place of a walked member in its container. */
type Put = (value: Json, frame: Frame, holder: Walked) => void;

/** `value` with all that is within it replaced, the innermost first. With a stack of its own. */
function rebuilt(value: Json, frame: Frame, put: Put): Json {
  if (typeof value !== 'object' || value === null) return value;
  const open = [enter(value)];
  for (;;) {
    const top = open.at(-1) as Walked;
    if (top.next < top.values.length) {
      const member = top.values[top.next] as Json;
      if (typeof member === 'object' && member !== null) {
        open.push(enter(member));
        continue;
      }
      put(member, frame, top);
      top.next++;
      continue;
    }
    open.pop();
    const done = top.keys === undefined ? top.items : top.object;
    const holder = open.at(-1);
    if (holder === undefined) return done;
    put(done, frame, holder);
    holder.next++;
  }
}

/** `walk(f)`: `f` on every value, the innermost first. Arrays take all outputs of `f`, objects the first. */
export function walk(body: Plan): Plan {
  if (body.kind === 'many') {
    const put = putOutputs(body);
    return many((input, frame, emit) => body.each(rebuilt(input, frame, put), frame, emit));
  }
  const { value } = body;
  const put: Put = (member, frame, holder) => store(holder, value(member, frame));
  if (body.kind === 'one') return one((input, frame) => body.value(rebuilt(input, frame, put), frame));
  return maybe((input, frame) => value(rebuilt(input, frame, put), frame));
}

function store(holder: Walked, output: Json | undefined): void {
  if (output === undefined) return;
  if (holder.keys === undefined) holder.items.push(output);
  else setProperty(holder.object, holder.keys[holder.next] as string, output);
}

function putOutputs(body: Plan): Put {
  return (member, frame, holder) => {
    body.each(member, frame, (output) => {
      charge(1);
      allocate(MEMBER);
      store(holder, output);
      return holder.keys === undefined ? MORE : STOP;
    });
  };
}
