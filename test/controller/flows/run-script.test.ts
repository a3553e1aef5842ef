import { describe, expect, test } from 'vitest';
import { Interrupted, type ScriptRequest, type ScriptResult } from '../../../controller/flows/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { MemoryHost, type MemoryHostOptions } from './memory-host.js';
import { findings, plan } from './support.js';

const asked: ScriptRequest[] = [];

/** A host whose scripts all end with the result. */
function host(result: Partial<ScriptResult> = {}, more: MemoryHostOptions = {}): MemoryHost {
  asked.length = 0;
  return new MemoryHost({
    script: async (request) => {
      asked.push(request);
      return { stdout: 'out', stderr: 'err', code: 0, ...result };
    },
    ...more,
  });
}

const run = (task: string, on = host(), input: Json = {}) =>
  plan(`do: [ { task: { run: ${task} } } ]`).execute(input, on);

describe('what is asked of the host', () => {
  test('code as it is written, whatever stands in `${ }`', async () => {
    await run("{ script: { language: javascript, code: 'return `${a} ${b}`;' } }");
    expect(asked).toEqual([{ language: 'js', code: 'return `${a} ${b}`;', arguments: {}, environment: {} }]);
  });

  test('code that is one expression as a whole is evaluated', async () => {
    await run("{ script: { language: python, code: '${ .code }' } }", host(), { code: 'print(1)' });
    expect(asked[0]).toMatchObject({ language: 'python', code: 'print(1)' });
    await expect(
      run("{ script: { language: python, code: '${ .code }' } }", host(), { code: 1 }),
    ).rejects.toMatchObject({ body: { status: 400, detail: '`code` must give text, not a number' } });
  });

  test('evaluated arguments, environment and stdin', async () => {
    await run(
      `{ script: { language: js, code: '1', arguments: { n: '\${ .n }' }, environment: { N: '\${ .n }', none: null }, stdin: '\${ . }' } }`,
      host(),
      { n: 5 },
    );
    expect(asked[0]).toMatchObject({ arguments: { n: 5 }, environment: { N: '5' }, stdin: '{"n":5}' });
    await run(`{ script: { language: js, code: '1', arguments: '\${ .list }' } }`, host(), {
      list: ['a', 2],
    });
    expect(asked[0]).toMatchObject({ arguments: ['a', 2] });
  });

  test('a script of the branch by its name, which the plan counts among its entities', async () => {
    const flow = plan(
      'do: [ { sum: { run: { script: { language: js, source: { endpoint: "svc:script/total" }, arguments: { a: 1 } } } } } ]',
    );
    expect(flow.entities).toMatchObject([
      { kind: 'script', name: 'total', pointer: '/do/0/sum/run/script/source/endpoint' },
    ]);
    await flow.execute({}, host());
    expect(asked[0]).toMatchObject({ language: 'js', name: 'total', arguments: { a: 1 } });
  });

  test('the specification’s shell example, its arguments apart from the command', async () => {
    const on = host();
    const text = `do:
  - setInput: { set: { message: Hello World } }
  - runShell:
      input: { from: '\${ .message }' }
      run: { shell: { stdin: '\${ . }', command: 'cat; echo "$1 $2"', arguments: [ Foo, Bar ] } }`;
    expect(findings(text)).toEqual([]);
    expect(await plan(text).execute({}, on)).toBe('out');
    expect(asked).toEqual([
      {
        language: 'shell',
        code: 'cat; echo "$1 $2"',
        arguments: ['Foo', 'Bar'],
        environment: {},
        stdin: 'Hello World',
      },
    ]);
  });

  test('the arguments of a map follow a shell command', async () => {
    const task =
      "{ shell: { command: 'echo hi ', arguments: { '--user': '${ .name }', '${ .name }': null, n: 5 } } }";
    await run(task, host(), { name: 'Ada L' });
    expect(asked[0]).toMatchObject({
      code: 'echo hi "$@"',
      arguments: ['--user=Ada L', 'Ada L', 'n=5'],
    });
    await run('{ shell: { command: ls, arguments: "${ .given }" } }', host(), { given: { '-l': null } });
    expect(asked[0]).toMatchObject({ code: 'ls "$@"', arguments: ['-l'] });
  });

  test('code that is fetched', async () => {
    const fetched: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      fetched.push(String(url));
      return new Response('return 1;');
    };
    const task = '{ script: { language: js, source: { endpoint: "https://example.com/{file}" } } }';
    await run(task, host({}, { fetch }), { file: 'total.js' });
    expect(fetched).toEqual(['https://example.com/total.js']);
    expect(asked[0]).toMatchObject({ language: 'js', code: 'return 1;' });
  });

  test('code that cannot be fetched faults', async () => {
    const task = '{ script: { language: js, source: { endpoint: "https://example.com/a.js" } } }';
    const missing = async () => new Response('nothing', { status: 404 });
    await expect(run(task, host({}, { fetch: missing }))).rejects.toMatchObject({
      body: { status: 404, type: expect.stringContaining('communication'), instance: '/do/0/task' },
    });
    const large = async () => new Response('x'.repeat(1024 * 1024 + 1));
    await expect(run(task, host({}, { fetch: large }))).rejects.toMatchObject({
      body: { status: 400, detail: expect.stringContaining('larger than') },
    });
  });
});

describe('the output', () => {
  const returning = (what: string, result: Partial<ScriptResult> = {}) =>
    run(`{ return: ${what}, shell: { command: x } }`, host(result));

  test('is what `return` asks for', async () => {
    expect(await returning('stdout')).toBe('out');
    expect(await returning('stderr')).toBe('err');
    expect(await returning('code', { code: 7 })).toBe(7);
    expect(await returning('all', { code: 7 })).toEqual({ code: 7, stdout: 'out', stderr: 'err' });
    expect(await returning('none')).toBeNull();
  });

  test('is what JavaScript returned where `return` says nothing, or else stdout', async () => {
    const task = "{ script: { language: js, code: '1' } }";
    expect(await run(task, host({ output: { a: 1 } }))).toEqual({ a: 1 });
    expect(await run(task, host({ output: null }))).toBeNull();
    expect(await run(task)).toBe('out');
  });

  test('an exit code other than 0 faults where the output does not show it', async () => {
    expect(await returning('stderr', { code: 3 })).toBe('err');
    for (const what of ['stdout', 'none']) {
      await expect(returning(what, { code: 3, stderr: 'first\nlast\n' })).rejects.toMatchObject({
        body: {
          type: expect.stringContaining('runtime'),
          status: 500,
          detail: 'The process ended with exit code 3: first\nlast',
          instance: '/do/0/task',
        },
      });
    }
  });

  test('is the input where the process is not awaited; what fails later is logged', async () => {
    const failing: MemoryHostOptions = { script: () => Promise.reject(new Error('x')) };
    const on = new MemoryHost(failing);
    expect(await run('{ await: false, shell: { command: x } }', on, { a: 1 })).toEqual({ a: 1 });
    expect(on.logs).toEqual(['The process that the task did not wait for failed: it was stopped']);
  });

  test('is recorded: a replay runs nothing again', async () => {
    const first = host({ output: 1 });
    const task = "{ script: { language: js, code: '1' } }";
    await run(task, first);
    const again = host({ output: 2 }, { journal: first.journal.copy() });
    expect(await run(task, again)).toBe(1);
    expect(asked).toEqual([]);
  });
});

test('a time limit of the task and a cancellation reach the script', async () => {
  const reasons: unknown[] = [];
  let started = 0;
  const script: MemoryHostOptions['script'] = (_request, _context, signal) =>
    new Promise((_, reject) => {
      started++;
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        reject(signal.reason);
      });
    });
  const text =
    'do: [ { task: { timeout: { after: { milliseconds: 50 } }, run: { shell: { command: x } } } } ]';
  await expect(plan(text).execute({}, new MemoryHost({ script }))).rejects.toMatchObject({
    body: { status: 408 },
  });
  const controller = new AbortController();
  const cancelled = run('{ shell: { command: x } }', new MemoryHost({ script, signal: controller.signal }));
  await expect.poll(() => started).toBe(2);
  controller.abort(new Interrupted('cancelled'));
  await expect(cancelled).rejects.toBeInstanceOf(Interrupted);
  expect(reasons).toHaveLength(2);
});

describe('findings', () => {
  test.each([
    ['{ script: { language: ruby, code: x } }', 'reference-unknown', '/language'],
    ['{ script: { language: pyton, code: x } }', 'reference-unknown', '/language'],
    ['{ script: { code: x } }', 'flow-structure', ''],
    ['{ script: { language: js } }', 'flow-structure', ''],
    ['{ script: { language: js, code: 1 } }', 'flow-structure', '/code'],
    ['{ script: { language: js, source: here } }', 'flow-structure', '/source'],
    [
      '{ script: { language: js, source: { endpoint: "svc:scripts/a" } } }',
      'flow-structure',
      '/source/endpoint',
    ],
    [
      '{ script: { language: js, source: { endpoint: { uri: "svc:script/A" } } } }',
      'flow-structure',
      '/source/endpoint/uri',
    ],
  ])('%s', (task, rule, pointer) => {
    expect(findings(`do: [ { task: { run: ${task} } } ]`)).toMatchObject([
      { rule, severity: 'error', pointer: `/do/0/task/run/script${pointer}` },
    ]);
  });

  test('an unknown `return` is one', () => {
    expect(findings('do: [ { task: { run: { return: stdot, shell: { command: x } } } } ]')).toMatchObject([
      { pointer: '/do/0/task/run/return', hint: 'Did you mean `stdout`?' },
    ]);
  });

  test('data in a shell command is a warning that says where it belongs', () => {
    const text = `do: [ { task: { run: { shell: { command: 'echo \${ .name }' } } } } ]`;
    expect(findings(text)).toMatchObject([
      {
        severity: 'warning',
        pointer: '/do/0/task/run/shell/command',
        hint: expect.stringContaining('`"$1"`'),
      },
    ]);
  });
});

describe('imports of a script', () => {
  const found = (code: string) =>
    findings(`do: [ { task: { run: { script: { language: js, code: ${JSON.stringify(code)} } } } } ]`);

  test('that are available are no finding', () => {
    const code =
      "import { createHash } from 'node:crypto';\nimport * as util from 'util';\nexport default await 1;";
    expect(found(code)).toEqual([]);
    expect(found('import "node:url";\nexport default function () {}')).toEqual([]);
  });

  test('that are not available are named, with those that are', () => {
    expect(found("import util from 'util';\nimport fs from 'node:fs';")).toMatchObject([
      {
        rule: 'not-supported',
        severity: 'error',
        pointer: '/do/0/task/run/script/code',
        offset: "import util from 'util';\nimport fs from '".length,
        message: 'scripts have no module `node:fs`',
        hint: expect.stringContaining('`node:crypto`'),
      },
    ]);
  });

  test('do not hide errors of syntax in the code after them', () => {
    const code = "import util from 'util';\nconst = 5;";
    expect(found(code)).toMatchObject([{ rule: 'script-syntax', offset: code.indexOf('=') }]);
    expect(found("import util from 'util';\nreturn 1 +;")).toMatchObject([{ rule: 'script-syntax' }]);
  });
});

describe('`files`', () => {
  const file = { file: 'f1', sha256: 'a', name: 'a.csv' };
  const answer = { files: [{ file: 'f2', name: 'b.csv' }] };
  const shell = (more: string) => `{ shell: { command: ls }, ${more} }`;

  test('pass the descriptions of the input, each once, with the patterns', async () => {
    const input = { deep: [{ file }, file], other: { file: 'no description' } };
    await run(shell("files: [ '*.csv', 'out/**' ]"), host(), input);
    expect(asked[0]?.files).toEqual({ inputFiles: [file], keeps: ['*.csv', 'out/**'] });
    await run("{ script: { language: python, code: 'print(1)' }, files: [] }", host(), input);
    expect(asked[0]?.files).toEqual({ inputFiles: [file], keeps: [] });
    await run("{ script: { language: python, code: 'print(1)' } }", host(), input);
    expect(asked[0]).not.toHaveProperty('files');
  });

  test('are in the output, unless `return` asks for another one', async () => {
    const all = { code: 0, stdout: 'out', stderr: 'err', ...answer };
    expect(await run(shell('files: [ a ]'), host(answer))).toEqual(all);
    expect(await run(shell('files: [ a ], return: all'), host(answer))).toEqual(all);
    expect(await run(shell('files: [ a ], return: stdout'), host(answer))).toBe('out');
    expect(await run(shell('files: [ a ], return: none'), host(answer))).toBeNull();
    expect(await run(shell('files: []'), host())).toBe('out');
    await expect(run(shell('files: [ a ]'), host({ code: 2 }))).rejects.toMatchObject({
      body: { detail: 'The process ended with exit code 2: err' },
    });
  });

  test.each([
    [
      "{ script: { language: js, code: '1' }, files: [] }",
      '',
      'not-supported',
      'a sandbox, which has no files',
    ],
    [shell("files: [ a, '../b' ]"), '/1', 'flow-structure', 'leads out of the working folder'],
    [shell('files: [ a ], await: false'), '', 'flow-structure', 'yields no files'],
    [shell('files: a'), '', 'flow-structure', 'is a list of patterns, not a string'],
    [shell(`files: [ ${'a, '.repeat(101)} ]`), '', 'flow-structure', 'more than 100 patterns'],
  ])('%s is a finding', (task, pointer, rule, message) => {
    expect(findings(`do: [ { task: { run: ${task} } } ]`)).toMatchObject([
      { rule, pointer: `/do/0/task/run/files${pointer}`, message: expect.stringContaining(message) },
    ]);
  });

  test('that are only read may be those of a process that the task does not wait for', () => {
    expect(findings(`do: [ { task: { run: ${shell('files: [], await: false')} } } ]`)).toEqual([]);
  });
});
