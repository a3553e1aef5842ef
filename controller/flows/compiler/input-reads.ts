import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { type PathRead, pathsRead } from '../../expressions/index.js';

/** A read of a field that no input of the flow can have, so that it is null in every run. */
export interface UnknownInputRead {
  /** Offset in the source. */
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** Positions in the first task whose `.` is the input of the flow, as long as nothing transforms it. */
const ofFirstTask =
  /^\/do\/0\/[^/]+\/(?:if|set|with|call|switch|emit|wait|raise|run|for\/in|input\/from)(?:\/|$)/;

/**
 * Finds reads of fields that the schema of a flow's input rules out: it lists the fields and has `additionalProperties: false`.
 * Reads that expect null, such as `.note // ""`, are none.
 * @param source compiles
 * @param pointer of the expression in the definition
 */
export function findUnknownInputReads(
  definition: JsonObject,
  source: string,
  pointer: string,
): UnknownInputRead[] {
  const { from, schema } = objectOr(definition['input']);
  const { document } = objectOr(schema);
  if (!isObject(document)) return [];
  const ofVariable = source.includes('$workflow') ? pathsRead(source, 'workflow') : [];
  const reads = ofVariable.filter(({ names: [first] }) => first === 'input');
  const isOfInput =
    pointer === '/input/from' || (from === undefined && isInputOfFirstTask(definition, pointer));
  return [
    ...reads.flatMap((read) => findUnknown(document, read, { before: '$workflow.input', from: 1 })),
    ...(isOfInput ? pathsRead(source, '.') : []).flatMap((read) =>
      findUnknown(document, read, { before: '', from: 0 }),
    ),
  ];
}

function isInputOfFirstTask(definition: JsonObject, pointer: string): boolean {
  if (!ofFirstTask.test(pointer)) return false;
  // An extension may run a task before the first one.
  if (objectOr(definition['use'])['extensions'] !== undefined) return false;
  const tasks = definition['do'];
  const [named] = Array.isArray(tasks) ? tasks : [];
  const [task] = Object.values(objectOr(named));
  const isTransformed = objectOr(objectOr(task)['input'])['from'] !== undefined;
  return !isTransformed || /^\/do\/0\/[^/]+\/(?:if|input\/from)$/.test(pointer);
}

function findUnknown(
  document: JsonObject,
  { names, last, offset, isExpected }: PathRead,
  { before, from }: { before: string; from: number },
): UnknownInputRead[] {
  if (isExpected) return [];
  let schema: Json | undefined = document;
  for (const [index, name] of names.entries()) {
    if (index < from) continue;
    const fields = getOnlyFields(schema);
    if (fields === undefined) return [];
    if (!Object.hasOwn(fields, name)) {
      const path = `${before}.${names.slice(from, index + 1).join('.')}`;
      const close = nearest(name, Object.keys(fields));
      return [
        {
          offset: index === names.length - 1 ? last.start : offset,
          message: `\`${path}\` is always null: \`input.schema\` allows no field \`${name}\``,
          hint:
            close === undefined ? 'Add it to `properties` of `input.schema`.' : `Did you mean \`${close}\`?`,
        },
      ];
    }
    schema = fields[name];
  }
  return [];
}

/** The fields of a schema's objects when they can have no others. */
function getOnlyFields(schema: Json | undefined): JsonObject | undefined {
  const { properties, patternProperties, additionalProperties, $ref } = objectOr(schema);
  const isClosed = additionalProperties === false && patternProperties === undefined && $ref === undefined;
  return isClosed && isObject(properties) ? properties : undefined;
}
