/** A part of a flow: a task, or a block with lanes of parts. */
export interface FlowBlock {
  /** The reference of the task, such as `/do/0/getPet`. */
  reference: string;
  name: string;
  /** The type of the task: `call`, `fork`, `for` … */
  type: string;
  /** A few words on what the task does: the action that it calls, the list of a loop. */
  detail: string;
  /** A name of another task, `end` or `exit`, where the flow does not go on with the next one. */
  next: string | undefined;
  /** The lines of a switch, as `case → task`. */
  cases: readonly string[];
  lanes: readonly FlowLane[];
}

/** Tasks in a row inside a block: the body of a loop, a branch of a fork, the part that catches. */
export interface FlowLane {
  title: string;
  blocks: readonly FlowBlock[];
}

type Json = unknown;
type JsonMap = Record<string, Json>;

const maxDepth = 60;

/** Reads the blocks of a definition; whatever is not as expected becomes a task without lanes. */
export function readFlowBlocks(definition: Json): FlowBlock[] {
  return isMap(definition) ? readTasks(definition['do'], '/do', 0) : [];
}

function readTasks(list: Json, base: string, depth: number): FlowBlock[] {
  if (!Array.isArray(list) || depth > maxDepth) return [];
  return list.flatMap((item: Json, index) => {
    const entry = isMap(item) ? Object.entries(item)[0] : undefined;
    return entry ? [readTask(entry[0], entry[1], `${base}/${index}/${entry[0]}`, depth)] : [];
  });
}

const types = ['call', 'run', 'for', 'fork', 'try', 'switch', 'do', 'set', 'wait', 'listen', 'emit', 'raise'];

function readTask(name: string, value: Json, reference: string, depth: number): FlowBlock {
  const task = isMap(value) ? value : {};
  const type = types.find((each) => each in task) ?? 'task';
  const then = task['then'];
  return {
    reference,
    name,
    type,
    detail: getDetail(type, task),
    next: typeof then === 'string' && then !== 'continue' ? then : undefined,
    cases: type === 'switch' ? readCases(task['switch']) : [],
    lanes: readLanes(type, task, reference, depth + 1),
  };
}

function readLanes(type: string, task: JsonMap, reference: string, depth: number): FlowLane[] {
  switch (type) {
    case 'for':
    case 'do':
      return [{ title: '', blocks: readTasks(task['do'], `${reference}/do`, depth) }];
    case 'try': {
      const handler = isMap(task['catch']) ? task['catch'] : {};
      const lanes = [{ title: 'try', blocks: readTasks(task['try'], `${reference}/try`, depth) }];
      if (Array.isArray(handler['do']))
        lanes.push({ title: 'catch', blocks: readTasks(handler['do'], `${reference}/catch/do`, depth) });
      return lanes;
    }
    case 'fork': {
      const branches = isMap(task['fork']) ? task['fork']['branches'] : undefined;
      return readTasks(branches, `${reference}/fork/branches`, depth).map((block) => ({
        title: '',
        blocks: [block],
      }));
    }
    case 'listen': {
      const each = isMap(task['foreach']) ? task['foreach'] : undefined;
      const blocks = readTasks(each?.['do'], `${reference}/foreach/do`, depth);
      return blocks.length === 0 ? [] : [{ title: '', blocks }];
    }
    default:
      return [];
  }
}

function readCases(list: Json): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: Json) => {
    const [name, value] = (isMap(item) ? Object.entries(item)[0] : undefined) ?? [];
    if (name === undefined) return [];
    const then = isMap(value) && typeof value['then'] === 'string' ? value['then'] : 'continue';
    return [`${name} → ${then}`];
  });
}

function getDetail(type: string, task: JsonMap): string {
  const value = task[type];
  if (type === 'call' && typeof value === 'string') return value;
  if (type === 'run' && isMap(value)) {
    const workflow = isMap(value['workflow']) ? value['workflow']['name'] : undefined;
    return typeof workflow === 'string' ? workflow : (Object.keys(value)[0] ?? '');
  }
  if (type === 'for' && isMap(value)) return `${toText(value['each']) || 'item'} in ${toText(value['in'])}`;
  if (type === 'wait') return describeWait(value);
  if (type === 'raise' && isMap(value))
    return isMap(value['error']) ? toText(value['error']['title']) : toText(value['error']);
  return typeof task['if'] === 'string' ? `if ${task['if']}` : '';
}

function describeWait(value: Json): string {
  if (typeof value === 'string') return value;
  if (!isMap(value)) return '';
  return Object.entries(value)
    .map(([unit, amount]) => `${toText(amount)} ${unit}`)
    .join(' ');
}

function toText(value: Json): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isMap(value: Json): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
