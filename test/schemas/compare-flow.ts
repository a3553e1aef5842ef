import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { findFaults, isValid, type JsonObject, schema } from '../../schemas/index.js';
import { mutate, random } from './mutate.js';

// Compares our schema of flows with the specification's, on the specification's examples and on mutations of them:
//   npm run compare-flow-schema -- <folder with workflow.schema.yaml and examples/> [--mutations 20000] [--seed 1]
// Exits with 1 when we refuse an example, or judge a mutation differently without one of the reasons given below.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    mutations: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder of the specification.');

const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
formats.default(ajv as never);
const theirs = ajv.compile(parse(readFileSync(join(folder, 'workflow.schema.yaml'), 'utf8')));
const examples = readdirSync(join(folder, 'examples'))
  .filter((file) => /\.ya?ml$/.test(file))
  .map((file) => ({
    file,
    value: parse(readFileSync(join(folder, 'examples', file), 'utf8')) as JsonObject,
  }));

const refused = examples.filter(({ value }) => theirs(value) && !isValid('flow', value));
const next = random(Number(values.seed));
const onPurpose = new Map<string, string[]>();
const others: string[] = [];
for (let count = 0; count < Number(values.mutations); count++) {
  const { file, value } = examples[count % examples.length] ?? { file: '', value: {} };
  const { value: mutant, told } = mutate(value, next);
  const [they, we] = [theirs(mutant) as boolean, isValid('flow', mutant)];
  if (they === we) continue;
  const reason = they ? findReason(mutant) : undefined;
  if (reason === undefined) others.push(`${they ? 'refused' : 'taken'} by us alone: ${file} ${told}`);
  else onPurpose.set(reason, [...(onPurpose.get(reason) ?? []), `${file} ${told}`]);
}

/** Returns the reason to refuse a flow that the specification's schema accepts, or undefined without such a reason. */
function findReason(value: JsonObject): string | undefined {
  const reasons = findFaults(schema('flow'), value).map(({ rule, pointer, message }) => {
    if (rule === 'field-unknown' && /^\/[^/]*$/.test(pointer)) return 'an unknown field of the flow itself';
    if (rule === 'field-unknown' && pointer.includes('/transport/')) return 'an unknown field of a transport';
    if (message === 'must not be empty') return 'an empty name or expression';
    if (/^must be at least [01], found `-?\d+`$/.test(message)) return 'a number that is too small';
    return undefined;
  });
  return reasons.includes(undefined) ? undefined : reasons[0];
}

const differences = [...onPurpose.values()].reduce((sum, each) => sum + each.length, 0) + others.length;
const lines = [
  `${examples.length} examples, ${refused.length} refused by us alone`,
  ...refused.map(({ file }) => `  ${file}`),
  `${values.mutations} mutations, ${Number(values.mutations) - differences} judged alike`,
  ...[...onPurpose].map(
    ([reason, [first, ...more]]) => `  ${1 + more.length} refused for ${reason}, such as ${first}`,
  ),
  `  ${others.length} others`,
  ...others.slice(0, 50).map((each) => `    ${each}`),
];
process.stdout.write(`${lines.join('\n')}\n`);
if (refused.length + others.length > 0) process.exitCode = 1;
