import type { Json } from '../values/json.js';
import { getSurroundings, run } from '../values/run.js';
import { collectionNatives } from './collections.js';
import { dateNatives } from './dates.js';
import { digestNatives } from './digests.js';
import { mathNatives } from './math.js';
import type { Natives } from './native.js';
import { objectNatives } from './objects.js';
import { stringNatives } from './strings.js';
import { tableNatives } from './tables.js';
import { xmlNatives } from './xml.js';
import { zoneNatives } from './zones.js';

export const natives: Natives = {
  ...collectionNatives,
  ...objectNatives,
  ...stringNatives,
  ...mathNatives,
  ...dateNatives,
  ...zoneNatives,
  ...digestNatives,
  ...tableNatives,
  ...xmlNatives,
  'now/0': () => {
    run.now ||= getSurroundings()?.now() ?? Date.now();
    return run.now / 1000;
  },
  'debug/0': report,
  'stderr/0': report,
  'have_decnum/0': () => false,
  'have_literal_numbers/0': () => true,
};

/** Passes a message to the receiver of `debug`. */
function report(message: Json): Json {
  run.debug?.(message);
  return message;
}

/** Built-ins whose output depends on more than their input. */
export const nondeterministic: ReadonlySet<string> = new Set([
  'now/0',
  'localtime/0',
  'strflocaltime/1',
  'mktime/0',
  'random_id/0',
]);

const stream = 'an expression has one input';
const modules = 'expressions have no modules';
const process = 'expressions cannot end the process';

/** Functions of jq that expressions cannot call, with the reason. */
export const refused: Readonly<Record<string, string>> = {
  'input/0': stream,
  'inputs/0': stream,
  'input_filename/0': stream,
  'input_line_number/0': stream,
  'modulemeta/0': modules,
  'get_search_list/0': modules,
  'get_jq_origin/0': modules,
  'get_prog_origin/0': modules,
  'env/0': 'expressions cannot read the environment',
  'halt/0': process,
  'halt_error/0': process,
  'halt_error/1': process,
};
