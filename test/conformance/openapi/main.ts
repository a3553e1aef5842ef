import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type DocumentReport, summary, surveyDocument, toLine } from './survey.js';

/** Documents of one process: what it has read leaves memory with it. */
const atOnce = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    min: { type: 'string', default: '98' },
    every: { type: 'string', default: '1' },
    reports: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});

if (positionals.length === 0) {
  console.error('Usage: npm run openapi-survey -- <folder> [--min 98] [--every 1] [--all]');
  process.exitCode = 2;
} else if (values.reports) {
  for (const file of positionals) console.log(JSON.stringify(surveyDocument(file)));
} else {
  const files = positionals.flatMap((folder) => documentsIn(resolve(folder)));
  const chosen = files.filter((_, index) => index % Number(values.every) === 0);
  const reports: DocumentReport[] = [];
  for (let at = 0; at < chosen.length; at += atOnce) {
    for (const report of apart(chosen.slice(at, at + atOnce))) {
      reports.push(report);
      if (values.all || report.usable < report.operations || report.fault) console.log(toLine(report));
    }
  }
  const { text, percent } = summary(reports);
  console.log(text);
  if (percent < Number(values.min)) process.exitCode = 1;
}

/** The documents of a folder and of those in it, in the order of their names. */
function documentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|ya?ml)$/.test(name) && !/(?:^|\/)(?:_index|package)\.json$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function apart(files: readonly string[]): DocumentReport[] {
  const [script = ''] = process.argv.slice(1);
  const given = [...process.execArgv, '--max-old-space-size=2048', script, '--reports', ...files];
  const { stdout, status, stderr } = spawnSync(process.execPath, given, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) console.error(`The process of ${files[0]} ended with ${status}: ${stderr.slice(-2_000)}`);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as DocumentReport);
}
