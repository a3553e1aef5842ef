import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { validateFiles } from '../../controller/catalog/index.js';
import { kinds } from '../../controller/kinds/index.js';
import { type Json, type SchemaName, schema } from '../../schemas/index.js';
import { median, table } from './measure.js';
import { type CorpusFile, makeCorpus, writeCorpus } from './validate-corpus.js';

const count = 10_000;
const rounds = 5;
const starts = 31;
const root = fileURLToPath(new URL('../../', import.meta.url));
const svc = join(root, 'dist/cli/launch.cjs');

/** Measures 10,000 files beside bare parsing and validating and beside ajv-cli, and the start beside an empty Node. */
export async function bench(): Promise<void> {
  if (!existsSync(join(root, 'dist/cli/validate.cjs'))) execFileSync('npm', ['run', 'build'], { cwd: root });
  const files = makeCorpus(count);
  engine(files);
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    writeCorpus(folder, files);
    commands(folder, files);
    start(join(folder, files.find(({ path }) => path.endsWith('notify-team.yaml'))?.path ?? ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures CPU time in this process, on one thread, without reading files. */
function engine(files: readonly CorpusFile[]): void {
  const bare: number[] = [];
  const whole: number[] = [];
  for (const { kind } of files) bareValidator(kind);
  for (let round = 0; round < rounds; round += 1) {
    bare.push(cpuSeconds(() => files.forEach(parseAndValidate)));
    whole.push(
      cpuSeconds(() => {
        const errors = validateFiles(files, kinds).filter(({ severity }) => severity === 'error');
        if (errors[0]) throw new Error(`${errors[0].file}: ${errors[0].message}`);
      }),
    );
  }
  const perSecond = (seconds: number) => Math.round(files.length / seconds);
  const ratio = median(bare.map((seconds, round) => seconds / (whole[round] ?? Number.NaN)));
  console.log(`${files.length} files, one thread, CPU time, median of ${rounds} interleaved rounds:`);
  table(
    ['', 'files/s', 'ratio to the bare rate (aim: at least 0.70; above 1 is faster than bare)'],
    [
      ['bare: `yaml` parse + compiled ajv, nothing else', perSecond(median(bare)), '1.00'],
      ['svc: all rules, all references', perSecond(median(whole)), ratio.toFixed(2)],
    ],
  );
}

/** Validators of plain Ajv: our own are reduced, which would make the yardstick faster. */
const bareValidators = new Map<string, (value: Json) => boolean>();

function bareValidator(kind: string): (value: Json) => boolean {
  const known = bareValidators.get(kind);
  if (known) return known;
  const validate = new Ajv2020({ strict: false, allowUnionTypes: true }).compile(schema(kind as SchemaName));
  const decide = (value: Json) => validate(value) as boolean;
  bareValidators.set(kind, decide);
  return decide;
}

function parseAndValidate({ kind, content, path }: CorpusFile): void {
  if (!bareValidator(kind)(parse(content) as Json)) throw new Error(`${path} is not valid`);
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Measures the commands in wall time. ajv-cli takes one schema per run, so it validates only the flows. */
function commands(folder: string, files: readonly CorpusFile[]): void {
  const ajv = join(root, 'node_modules/.bin/ajv');
  const schema = join(root, 'schemas/flow.schema.json');
  const ajvArgs = [
    'validate',
    '--spec=draft2020',
    '--strict=false',
    '-s',
    schema,
    '-d',
    `${folder}/*/flow/*.yaml`,
  ];
  const flows = files.filter(({ kind }) => kind === 'flow').length;
  const rate = (ms: number, of: number) => Math.round((of * 1000) / ms);
  const times = (own: number, other: number) => `${(own / other).toFixed(1)} times`;
  const whole = wallMs(process.execPath, [svc, 'validate', folder]);
  const theirs = wallMs(process.execPath, [ajv, ...ajvArgs]);
  console.log('\nAs commands, wall time:');
  table(
    ['', 'files', 'files/s', ''],
    [
      ['ajv-cli, the flows against their schema', flows, rate(theirs, flows), ''],
      [
        'svc validate <folder>',
        files.length,
        rate(whole, files.length),
        times(rate(whole, files.length), rate(theirs, flows)),
      ],
    ],
  );
}

function start(file: string): void {
  const empty: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    empty.push(wallMs(process.execPath, ['-e', '0']));
    own.push(wallMs(process.execPath, [svc, 'validate', file]));
  }
  console.log(`\nStart-up, wall time, median of ${starts} pairs:`);
  table(
    ['', 'ms', 'ratio (aim at most 1.6)'],
    [
      ['node -e 0', median(empty).toFixed(1), ''],
      [
        'svc validate one.yaml',
        median(own).toFixed(1),
        median(own.map((ms, round) => ms / (empty[round] ?? Number.NaN))).toFixed(2),
      ],
    ],
  );
}

function wallMs(program: string, args: readonly string[]): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - begun;
}
