import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Run, RunEngine } from '../../../../../controller/runs/index.js';
import { createSandbox } from '../../../../../controller/sandbox/index.js';
import type { Json, JsonObject } from '../../../../../schemas/json/types.js';
import { eventually } from '../../../../eventually.js';
import { hasPrograms } from '../../../../programs.js';
import { plan } from '../../../flows/support.js';
import { Harness } from '../../engine-harness.js';

const sandbox = createSandbox({ allowProcesses: true });
let harness: Harness;
let engine: RunEngine;
let flows = 0;

beforeEach(async () => {
  harness = new Harness();
  engine = await harness.open({ sandbox });
});
afterEach(() => harness.close());
afterAll(() => sandbox.close());

/** Runs the members of `run`; the input of its task describes the files that are made of `texts`. */
async function run(task: JsonObject, texts: Readonly<Record<string, string>> = {}): Promise<Run> {
  const flow = plan(`do: [ { work: { run: ${JSON.stringify(task)} } } ]`);
  const name = `work-${++flows}`;
  harness.flow(name, async (_input, host) => {
    const descriptions: Json[] = [];
    for (const [name, text] of Object.entries(texts)) {
      const description = await host.effect(`/do/0/${descriptions.length}`, async ({ files }) => ({
        ...(await files?.write({ name: name.replace(/^\d/, '') }, Readable.from([text]))),
      }));
      descriptions.push(description);
    }
    return flow.execute({ deep: [{ descriptions }] }, host);
  });
  const { id } = await engine.start({ branch: 'main', input: {}, principal: 'user:test', flow: name });
  await engine.wait(id, 60_000);
  const ended = await engine.get(id);
  if (!ended) throw new Error('The run is gone');
  return ended;
}

const shell = (command: string, files: string[], more: JsonObject = {}) => ({
  shell: { command },
  files,
  ...more,
});

async function readFile(runId: string, { file }: JsonObject): Promise<string> {
  return String(await buffer((await engine.files.find(runId, String(file))).read()));
}

const filesIn = ({ output }: Run) => (output as { files: JsonObject[] }).files;
const namesIn = (ended: Run) => filesIn(ended).map(({ name }) => name);
const warnings = async ({ id }: Run) =>
  (await engine.logs(id, { limit: 100 }))
    .filter(({ level }) => level === 'warn')
    .map(({ message }) => message);
/** The folders of tasks, and files that are still written. */
const leftovers = () => {
  const folder = join(harness.directory, 'files', 'incoming');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a command with `files`', () => {
  test('finds the files of its input, and yields what its patterns match and it made or changed', async () => {
    const ended = await run(
      shell(
        'cat a.txt b.txt > both.txt; echo more >> b.txt; mkdir out; echo c > out/c.csv; echo d > d.log; ls',
        ['*.txt', 'out/**'],
      ),
      { 'a.txt': 'one\n', 'b.txt': 'two\n' },
    );
    expect(ended).toMatchObject({
      status: 'completed',
      output: { code: 0, stdout: 'a.txt\nb.txt\nboth.txt\nd.log\nout\n', stderr: '' },
    });
    expect(namesIn(ended)).toEqual(['b.txt', 'both.txt', 'c.csv']);
    const texts = await Promise.all(filesIn(ended).map((file) => readFile(ended.id, file)));
    expect(texts).toEqual(['two\nmore\n', 'one\ntwo\n', 'c\n']);
    expect(await warnings(ended)).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  test('yields what is larger than its stdout may be', async () => {
    const ended = await run(shell('head -c 1048576 /dev/zero > large.bin', ['large.bin']));
    expect(filesIn(ended)).toMatchObject([{ name: 'large.bin', size: 1_048_576 }]);
    const tooMuch = await run(shell('head -c 1048577 /dev/zero | tr "\\000" x', []));
    expect(tooMuch.error?.detail).toMatch(/more than 1048576 characters.*`files`.*`Limits\.TaskOutput`/);
  });

  test('without `files` has neither, and with an empty list only those of its input', async () => {
    const texts = { 'a.txt': 'one' };
    expect((await run({ shell: { command: 'ls; echo b > b.txt' } }, texts)).output).toBe('script.sh\n');
    const reads = await run(shell('ls; cat a.txt; echo b > b.txt', []), texts);
    expect(reads.output).toBe('a.txt\none');
    expect(await engine.files.list(reads.id)).toHaveLength(1);
  });

  test('keeps them with the run whatever `return` says; a failure faults the task, unless the output shows it', async () => {
    const text = await run(shell('echo said; echo a > a.txt', ['*'], { return: 'stdout' }));
    expect(text.output).toBe('said\n');
    expect(await engine.files.list(text.id)).toMatchObject([{ name: 'a.txt' }]);
    const failed = await run(shell('echo a > a.txt; exit 3', ['*']));
    expect(failed.error).toMatchObject({ detail: 'The process ended with exit code 3' });
    expect(await engine.files.list(failed.id)).toEqual([]);
    const shown = await run(shell('echo a > a.txt; exit 3', ['*'], { return: 'all' }));
    expect(shown.output).toMatchObject({ code: 3, files: [{ name: 'a.txt' }] });
  });

  test('says which patterns match nothing', async () => {
    const ended = await run(shell('echo a > a.txt', ['*.txt', '*.csv', 'out/report.pdf']));
    expect(namesIn(ended)).toEqual(['a.txt']);
    expect(await warnings(ended)).toEqual([
      'The process left no file that fits these patterns of `files`: `*.csv`, `out/report.pdf`',
    ]);
  });

  test('yields no file through a link, out of its folder or in it, and says so', async () => {
    const outside = join(harness.directory, 'outside.txt');
    writeFileSync(outside, 'not yours');
    const ended = await run(
      shell(
        `ln -s ${outside} link.txt; ln -s ${harness.directory} folder; ln -s b.txt inner.txt; mkfifo pipe.txt; echo b > b.txt`,
        ['**/*.txt', 'folder/**'],
      ),
    );
    expect(namesIn(ended)).toEqual(['b.txt']);
    expect(await warnings(ended)).toEqual([
      'Not kept, as only regular files become files of the run: `inner.txt`, `link.txt`, `pipe.txt`',
      'The process left no file that fits these patterns of `files`: `folder/**`',
    ]);
  });

  test.skipIf(!hasPrograms('python3'))(
    'may leave names that are no text, and folders that are deep or closed; nothing of them stays',
    async () => {
      const names = `printf x > "$(printf 'a\\377.txt')"; printf y > "$(printf 'line\\nbreak.txt')"; printf z > '<b>.txt'`;
      const deep = `python3 -c 'import os
for _ in range(200): os.mkdir("d" * 50); os.chdir("d" * 50)'`;
      const closed = 'mkdir closed; echo a > closed/a; chmod 000 closed';
      const ended = await run(
        shell(
          `${names}; ${deep}
${closed}`,
          ['*.txt'],
        ),
      );
      expect(ended.error).toBeNull();
      expect(namesIn(ended)).toEqual(['_b_.txt', 'a\ufffd.txt', 'line_break.txt']);
      expect(await Promise.all(filesIn(ended).map((file) => readFile(ended.id, file)))).toEqual([
        'z',
        'x',
        'y',
      ]);
      expect(leftovers()).toEqual([]);
      const lost = await run(shell(deep, ['**']));
      expect(lost.error).toMatchObject({
        status: 500,
        title: 'File not readable',
        detail: expect.stringContaining('ENAMETOOLONG'),
      });
      expect(leftovers()).toEqual([]);
    },
  );

  test('is bounded in size and number of its files, and of the files that are looked at', async () => {
    const large = await run(shell('head -c 1048577 /dev/zero > large.bin', ['*']));
    expect(large.error).toMatchObject({
      status: 413,
      code: 'file_too_large',
      detail: expect.stringContaining('`Limits.File`'),
    });
    await harness.close();
    harness = new Harness();
    engine = await harness.open({ sandbox }, { filesPerRun: 3 });
    const many = await run(shell('for i in 1 2 3 4; do echo $i > $i.txt; done', ['*']));
    expect(many.error).toMatchObject({
      code: 'file_count_limit',
      detail: expect.stringContaining('`Limits.FilesPerRun`'),
    });
    const litter = 'mkdir x; cd x; seq 10001 | xargs touch; cd ..; echo a > a.txt';
    expect((await run(shell(litter, ['**']))).error).toMatchObject({
      code: 'file_count_limit',
      title: 'Too many files',
    });
    expect(leftovers()).toEqual([]);
  });

  test('refuses two files of one name, and a description of a file that is not of the run', async () => {
    const twice = await run(shell('true', []), { '1a.txt': 'x', '2a.txt': 'y' });
    expect(twice.error).toMatchObject({
      status: 400,
      detail: 'Two files of the input have this name: `a.txt`',
    });
    const flow = plan(`do: [ { work: { run: { shell: { command: 'true' }, files: [] } } } ]`);
    harness.flow('foreign', (_input, host) => flow.execute({ file: 'f'.repeat(32), sha256: 'a' }, host));
    const { id } = await engine.start({ branch: 'main', input: {}, principal: 'user:test', flow: 'foreign' });
    expect((await engine.wait(id, 60_000)).error).toMatchObject({ status: 404, code: 'file_not_found' });
  });

  test('that is run again after a crash finds its input, and the folder of the attempt before is gone', async () => {
    const flow = plan(`do:
      - work: { run: { shell: { command: 'cat a.txt; ls > list.txt; test -e ${harness.directory}/go || exec sleep 1000' }, files: [ list.txt ] } }`);
    harness.flow('long', async (_input, host) => {
      const file = await host.effect('/do/0/file', async ({ files }) => ({
        ...(await files?.write({ name: 'a.txt' }, Readable.from(['one']))),
      }));
      return flow.execute({ file }, host);
    });
    const { id } = await engine.start({ branch: 'main', input: {}, principal: 'user:test', flow: 'long' });
    const isListed = (name: string) =>
      existsSync(join(harness.directory, 'files', 'incoming', name, 'work', 'list.txt'));
    await eventually(() => leftovers().some(isListed));
    writeFileSync(join(harness.directory, 'go'), '');
    engine = await harness.crash({ sandbox });
    const ended = await engine.wait(id, 60_000);
    expect(ended).toMatchObject({
      status: 'completed',
      output: { stdout: 'one', files: [{ name: 'list.txt' }] },
    });
    expect(await readFile(id, filesIn(ended)[0] ?? {})).toBe('a.txt\nlist.txt\n');
    expect(await engine.files.list(id)).toHaveLength(2);
    expect(leftovers()).toEqual([]);
  });
});

describe.skipIf(!hasPrograms('python3'))('a script in Python with `files`', () => {
  const python = (code: string, files: string[], script: JsonObject = {}) => ({
    script: { language: 'python', code, ...script },
    files,
  });

  test('reads and writes files, and its arguments are no file of the run', async () => {
    const code = `
import json, sys
rows = open('orders.csv').read().splitlines()
json.dump({'rows': len(rows), 'day': day}, open('report.json', 'w'))
print(sys.argv[0].rsplit('/', 1)[-1])`;
    const ended = await run(python(code, ['*'], { arguments: { day: '2026-11-28' } }), {
      'orders.csv': 'a\nb\n',
    });
    expect(ended.error).toBeNull();
    expect(namesIn(ended)).toEqual(['report.json']);
    expect(await readFile(ended.id, filesIn(ended)[0] ?? {})).toBe('{"rows": 2, "day": "2026-11-28"}');
    expect(ended.output).toMatchObject({ stdout: 'script.py\n' });
  });

  test('imports no module that a file of its input pretends to be', async () => {
    const code = 'import json, sys\nprint(json.dumps(1), [p for p in sys.path if p in ("", ".")])';
    const ended = await run(python(code, []), {
      'json.py': 'raise SystemExit("taken over")',
      'script.py': '',
    });
    expect(ended.output).toBe('1 []\n');
  });

  test('that lacks a module is told where to install it', async () => {
    const ended = await run(python('import no_such_module_here.inner', []));
    expect(ended.error?.detail).toMatch(
      /No module named 'no_such_module_here'\nInstall the package of `no_such_module_here` in the virtual environment that the setting `Flows.Python` names\./,
    );
  });
});
