import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr, pointerTo } from '../../../schemas/json/values.js';
import type { DocumentContext } from './document.js';
import type { InputRead } from './evaluator.js';

/** An event that is the data at a place of the flow, in place of the input of the task that sent it. */
interface Arrival {
  /** Name of the task that sent the event. */
  readonly sender: string;
  readonly attributes: ReadonlySet<string>;
}

/** The attributes that each event has. */
const givenAttributes = ['id', 'specversion', 'source', 'type', 'time', 'data'];

/** Tasks whose output is their input. */
const passing = ['wait', 'switch'];

/** The parts of a task in which `.` is its input, by the type of the task. */
const inputPlaces: Readonly<Record<string, RegExp>> = {
  set: /^\/set/,
  call: /^\/with\/(?!notify|paginate)/,
  emit: /^\/emit/,
  run: /^\/run/,
  raise: /^\/raise/,
  switch: /^\/switch\/\d+\/[^/]+\/when$/,
  for: /^\/for\/in$/,
  wait: /^\/wait/,
};

/**
 * Reports expressions that read members of the input of an `emit`, where the data is the event that it sent. Follows the
 * event through the tasks after it, also out of blocks, up to one that gives other data.
 */
export function reportLostInput(document: DocumentContext): void {
  if (document.emissions.size === 0 || document.inputReads.length === 0) return;
  const search = new Search(document);
  const arrival = search.followBlock(document.definition['do'], '/do', undefined) ?? search.atEnd;
  search.check(arrival, '/output', ({ position, of }) => position === 'workflow-output' && of === '.');
}

class Search {
  /** The event with which the flow may end from a task inside. */
  atEnd: Arrival | undefined;

  /** By their pointers, so that those of a task are found without a look at all others. */
  readonly #reads: readonly InputRead[];

  constructor(private readonly document: DocumentContext) {
    this.#reads = document.inputReads.toSorted((a, b) =>
      a.pointer === b.pointer ? a.offset - b.offset : a.pointer < b.pointer ? -1 : 1,
    );
  }

  /** Returns the event that is the output of a block, if it is one. */
  followBlock(value: Json | undefined, pointer: string, arriving: Arrival | undefined): Arrival | undefined {
    const entries = (Array.isArray(value) ? value : []).map((item) => Object.entries(objectOr(item))[0]);
    const indexes = new Map<string, number>();
    for (const [index, entry] of entries.entries())
      if (entry && !indexes.has(entry[0])) indexes.set(entry[0], index);
    const arrivals = new Map<number, Arrival>();
    if (arriving) arrivals.set(0, arriving);
    entries.forEach((entry, index) => {
      if (!entry) return;
      const [name, task] = entry;
      const at = pointerTo(pointerTo(pointer, index), name);
      const leaving = this.followTask(name, objectOr(task), at, arrivals.get(index));
      if (!leaving) return;
      for (const next of getDirectives(objectOr(task))) {
        if (next === 'end') this.atEnd ??= leaving;
        const to = next === 'continue' ? index + 1 : (indexes.get(next) ?? -1);
        const target = next === 'exit' || next === 'end' ? entries.length : to;
        if (target > index && !arrivals.has(target)) arrivals.set(target, leaving);
      }
    });
    return arrivals.get(entries.length);
  }

  /** Returns the event that is the output of a task, if it is one, and reports what the task reads of a lost input. */
  private followTask(
    name: string,
    task: JsonObject,
    pointer: string,
    arriving: Arrival | undefined,
  ): Arrival | undefined {
    this.check(
      arriving,
      pointer,
      (read) => read.position === 'task-input' && isAt(read, pointer, /^\/(?:if|input)/),
    );
    const input = objectOr(task['input'])['from'] === undefined ? arriving : undefined;
    const type = Object.keys(inputPlaces).find((key) => task[key] !== undefined);
    const place = type === undefined ? undefined : inputPlaces[type];
    if (place)
      this.check(input, pointer, (read) => read.position === 'definition' && isAt(read, pointer, place));
    this.check(input, pointer, (read) => read.of === '$input' && isAt(read, pointer, /^\/(?:output|export)/));
    const output = this.getOutput(name, task, pointer, input);
    const isKept = objectOr(task['output'])['as'] === undefined;
    const ofOutput = isKept ? /^\/export/ : /^\/output/;
    this.check(output, pointer, (read) => read.of === '.' && isAt(read, pointer, ofOutput));
    // A task that is left out gives its input.
    return (isKept ? output : undefined) ?? (task['if'] === undefined ? undefined : arriving);
  }

  /** Returns the event that is the output of a task before `output.as`. */
  private getOutput(
    name: string,
    task: JsonObject,
    pointer: string,
    input: Arrival | undefined,
  ): Arrival | undefined {
    const emission = this.document.emissions.get(pointer);
    if (emission)
      return { sender: name, attributes: new Set([...givenAttributes, ...Object.keys(emission)]) };
    if (passing.some((key) => task[key] !== undefined)) return input;
    if (task['try'] !== undefined) {
      const output = this.followBlock(task['try'], `${pointer}/try`, input);
      const handler = objectOr(task['catch'])['do'];
      return output ?? this.followBlock(handler, `${pointer}/catch/do`, input);
    }
    if (task['fork'] !== undefined) {
      const { branches } = objectOr(task['fork']);
      for (const [index, branch] of (Array.isArray(branches) ? branches : []).entries()) {
        const [entry] = Object.entries(objectOr(branch));
        const at = pointerTo(`${pointer}/fork/branches`, index);
        if (entry) this.followTask(entry[0], objectOr(entry[1]), pointerTo(at, entry[0]), input);
      }
      return undefined;
    }
    if (task['listen'] !== undefined) {
      this.followBlock(objectOr(task['foreach'])['do'], `${pointer}/foreach/do`, undefined);
      return undefined;
    }
    if (task['do'] === undefined) return undefined;
    const output = this.followBlock(task['do'], `${pointer}/do`, input);
    return objectOr(task['metadata'])['concurrency'] === undefined ? output : undefined;
  }

  /** Reports the reads below a pointer that fit, of members that the event does not have. */
  check(arrival: Arrival | undefined, below: string, fits: (read: InputRead) => boolean): void {
    if (!arrival) return;
    const { sender, attributes } = arrival;
    for (const read of this.readsBelow(below)) {
      const { name, of, pointer, offset } = read;
      if (attributes.has(name) || !fits(read)) continue;
      this.document.report({
        rule: 'input-lost',
        severity: 'warning',
        pointer,
        offset,
        message: `\`${of === '.' ? '' : of}.${name}\` is not there: the data is the event that \`${sender}\` sent, not its input`,
        hint: `Add \`output: { as: '\${ $input }' }\` to \`${sender}\`: then its output is its input.`,
      });
    }
  }

  private *readsBelow(pointer: string): Iterable<InputRead> {
    const start = `${pointer}/`;
    let [low, high] = [0, this.#reads.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#reads[middle]?.pointer ?? '') < start) low = middle + 1;
      else high = middle;
    }
    for (let index = low; this.#reads[index]?.pointer.startsWith(start); index++) {
      const read = this.#reads[index];
      if (read) yield read;
    }
  }
}

/** The steps that a task may go on with. */
function getDirectives(task: JsonObject): string[] {
  const cases = Array.isArray(task['switch']) ? task['switch'] : [];
  const chosen = cases.flatMap((each) => Object.values(objectOr(each)).map((one) => objectOr(one)['then']));
  return [task['then'] ?? 'continue', ...chosen].filter((next) => typeof next === 'string');
}

/** True for a read below a pointer in that part of the task there. */
function isAt(read: InputRead, pointer: string, part: RegExp): boolean {
  return part.test(read.pointer.slice(pointer.length));
}
