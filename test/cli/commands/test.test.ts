import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { flowText, svc, temporaryFolder } from '../test-io.js';

vi.mock('fastify', () => {
  throw new Error('fastify was loaded');
});

const calling = flowText(
  'price',
  "  - ask: { call: shop.get, with: { path: /price } }\n  - done: { set: { price: '${ .value }' } }\n",
);
const shop = 'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://shop.example }\n';

function priceTest(
  name: string,
  expected: string,
  given = '[{ call: shop.get, answer: { value: 7 } }]',
): string {
  return `kind: flow-test\nname: ${name}\nflow: price\ngiven: ${given}\nexpect:\n  output: { price: ${expected} }\n`;
}

const files = {
  'flows/price.yaml': calling,
  'connections/shop.yaml': shop,
  'flow-tests/good.yaml': priceTest('good', '7'),
};

describe('svc test', () => {
  it('runs the tests of a folder without a service, and says what ran', async () => {
    const { exitCode, stdout } = await svc(temporaryFolder(files), ['test']);
    expect(stdout.replaceAll(/\d+ ms/g, 'n ms')).toBe(
      '✓ good  price, n ms\n\nprice: 2 of 2 tasks ran\n✓ 1 test: 1 passed, 0 failed\n',
    );
    expect(exitCode).toBe(0);
  });

  it('shows what was expected and received, and where, and exits with 1', async () => {
    const folder = temporaryFolder({ ...files, 'flow-tests/bad.yaml': priceTest('bad', '8') });
    const { exitCode, stdout } = await svc(folder, ['test']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      '    flow-tests/bad.yaml:6:20  The output at `/price` is not as expected\n' +
        '      6 |   output: { price: 8 }\n' +
        '      expected  8\n' +
        '      received  7\n',
    );
    expect(stdout).toContain('✗ 2 tests: 1 passed, 1 failed\n');
  });

  it('names a call without an answer, its arguments, and the entry to add', async () => {
    const folder = temporaryFolder({ ...files, 'flow-tests/good.yaml': priceTest('good', '7', '[]') });
    const { stdout } = await svc(folder, ['test']);
    expect(stdout).toContain('`ask` calls `shop.get`, and no entry of `given` answers');
    expect(stdout).toContain('with      {"path":"/price"}');
    expect(stdout).toContain('Add to given:  - {"call":"shop.get","answer":null}');
  });

  it('runs the tests of files, folders, names and flows that are given, and refuses other words', async () => {
    const other = 'kind: flow-test\nname: other\nflow: plain\nexpect: {}\n';
    const folder = temporaryFolder({
      ...files,
      'flow-tests/bad.yaml': priceTest('bad', '8'),
      'flow-tests/other.yaml': other,
      'flows/plain.yaml': flowText('plain', '  - a: { set: { x: 1 } }\n'),
    });
    const names = async (...args: string[]) => {
      const { stdout } = await svc(folder, ['test', ...args, '--json']);
      return (JSON.parse(stdout) as { results: { name: string }[] }).results.map(({ name }) => name);
    };
    expect(await names('good')).toEqual(['good']);
    expect(await names('price')).toEqual(['bad', 'good']);
    expect(await names('flow-tests/other.yaml')).toEqual(['other']);
    expect(await names('flow-tests')).toEqual(['bad', 'good', 'other']);
    expect((await svc(folder, ['test', 'flow-tests/good.yaml'])).exitCode).toBe(0);
    const { exitCode, stderr } = await svc(folder, ['test', 'goood']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Did you mean `good`?')]);
  });

  it('prints JUnit, and notes for GitHub', async () => {
    const folder = temporaryFolder({ ...files, 'flow-tests/bad.yaml': priceTest('bad', '"<&>"') });
    const junit = await svc(folder, ['test', '--format', 'junit']);
    expect(junit.stdout).toContain('<testsuites name="svc test" tests="2" failures="1" errors="0">');
    expect(junit.stdout).toContain('expected: &quot;&lt;&amp;&gt;&quot;');
    const github = await svc(folder, ['test', '--format', 'github']);
    expect(github.stdout).toMatch(/^::error file=flow-tests\/bad\.yaml,line=6,/);
  });

  it('names files that cannot be read, because a test may be in one, and exits with 1', async () => {
    const folder = temporaryFolder({
      ...files,
      'flow-tests/broken.yaml': 'kind: flow-test\nname: broken\nflow: [price\n',
      'flow-tests/unnamed.yaml': 'kind: flow-test\nflow: price\n',
    });
    const { exitCode, stdout } = await svc(folder, ['test']);
    expect(stdout).toContain('✗ 2 files cannot be read; tests in them were not run\n');
    expect(stdout).toContain('    flow-tests/unnamed.yaml:1:1  `name` is missing  (');
    expect(stdout).toContain('    flow-tests/broken.yaml:');
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('✗ 1 test: 1 passed, 0 failed\n')]);
    expect((await svc(folder, ['test', 'good'])).exitCode).toBe(0);
    expect((await svc(folder, ['test', 'flow-tests/broken.yaml'])).exitCode).toBe(1);
    const junit = await svc(folder, ['test', '--format', 'junit']);
    expect(junit.stdout).toContain('<testsuites name="svc test" tests="3" failures="0" errors="2">');
    const github = await svc(folder, ['test', '--format', 'github']);
    expect(github.stdout).toContain('::error file=flow-tests/unnamed.yaml,');
  });

  it('names the broken file of a flow that its tests do not find', async () => {
    const folder = temporaryFolder({ ...files, 'flows/price.yaml': `${calling}broken: [\n` });
    const { exitCode, stdout } = await svc(folder, ['test', 'good']);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('there is no flow `price`')]);
    expect(stdout).toContain('✗ 1 file cannot be read; a test in it was not run\n    flows/price.yaml:');
  });

  it('says how to repair a test that is not valid', async () => {
    const bad =
      'kind: flow-test\nname: bad\nflow: pricee\nnow: yesterday\ngiven:\n  - { humanTask: ask, answer: { ok: true } }\n';
    const { stdout } = await svc(temporaryFolder({ ...files, 'flow-tests/bad.yaml': bad }), ['test', 'bad']);
    expect(stdout).toContain('(Did you mean `price`?)');
    expect(stdout).toContain('`yesterday` is no time  (Write it as `2026-03-01T09:00:00Z`.)');
    expect(stdout).toContain('the answer of a human task has no `ok`  (It has `values`,');
  });

  it('finds a test by each of two files that define it by mistake', async () => {
    const folder = temporaryFolder({ ...files, 'flow-tests/twin.yaml': priceTest('good', '7') });
    const { exitCode, stdout } = await svc(folder, ['test', 'flow-tests/twin.yaml']);
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringContaining('is also defined in flow-tests/good.yaml'),
    ]);
  });

  it('refuses a path without tests', async () => {
    const { exitCode, stderr } = await svc(temporaryFolder(files), ['test', 'flows']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('There is no flow test in `flows`')]);
  });

  it('says how to begin where there are no tests', async () => {
    const { exitCode, stdout, stderr } = await svc(temporaryFolder({ 'flows/price.yaml': calling }), [
      'test',
    ]);
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('There are no flow tests.');
  });

  it('runs the tests again when a file changes', async () => {
    const folder = temporaryFolder(files);
    const interrupt = new AbortController();
    const onWrite = (stdout: string) => {
      if (stdout.includes('0 passed')) interrupt.abort();
      else writeFileSync(join(folder, 'flow-tests/good.yaml'), priceTest('good', '9'));
    };
    const options = { onWrite, interrupt: interrupt.signal };
    expect((await svc(folder, ['test', '--watch'], options)).exitCode).toBe(1);
  });

  it('watches on while a test cannot be read, and when a file beside the flows changes', async () => {
    const source = '{ script: { language: js, source: { endpoint: svc:script/double } } }';
    const folder = temporaryFolder({
      'flows/f.yaml': flowText('f', `  - a: { run: ${source} }\n`),
      'scripts/double.yaml': 'kind: script\nname: double\nlanguage: js\nfile: ./double.js\n',
      'scripts/double.js': 'return 8;\n',
      't.yaml': 'kind: flow-test\nname: t\nflow: f\nexpect: { output: 8 }\n',
    });
    const interrupt = new AbortController();
    const steps = [
      { shown: '1 passed', file: 't.yaml', text: 'kind: flow-test\nname: [t\n' },
      {
        shown: 'There is no file, test or tested flow `t`',
        file: 't.yaml',
        text: 'kind: flow-test\nname: t\nflow: f\nexpect: { output: 8 }\ntitle: T\n',
      },
      { shown: '1 passed', file: 'scripts/double.js', text: 'return 16;\n' },
    ];
    let read = 0;
    const onWrite = (stdout: string) => {
      const [step] = steps;
      if (!step) return stdout.slice(read).includes('0 passed') ? interrupt.abort() : undefined;
      if (!stdout.slice(read).includes(step.shown)) return;
      read = stdout.length;
      steps.shift();
      writeFileSync(join(folder, step.file), step.text);
    };
    const options = { onWrite, interrupt: interrupt.signal };
    expect((await svc(folder, ['test', 't', '--watch'], options)).exitCode).toBe(1);
  });

  it('reads code from files beside the flows', async () => {
    const folder = temporaryFolder({
      'flows/f.yaml': flowText(
        'f',
        '  - a: { run: { script: { language: js, source: { endpoint: svc:script/double }, arguments: { n: 4 } } } }\n',
      ),
      'scripts/double.yaml': 'kind: script\nname: double\nlanguage: js\nfile: ./double.js\n',
      'scripts/double.js': 'return args.n * 2;\n',
      't.yaml': 'kind: flow-test\nname: t\nflow: f\nexpect: { output: 8 }\n',
    });
    const { stdout, exitCode } = await svc(folder, ['test']);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1 passed')]);
  });

  it('writes what the runs did into the files of failing tests, once the user agrees', async () => {
    const bad = `${priceTest('bad', '8')}  calls: [{ call: shop.get, times: 2 }] # twice?\n`;
    const folder = temporaryFolder({ ...files, 'flow-tests/bad.yaml': bad });
    const read = () => readFileSync(join(folder, 'flow-tests/bad.yaml'), 'utf8');
    const silent = await svc(folder, ['test', '--update']);
    expect([silent.exitCode, read()]).toEqual([2, bad]);
    expect(silent.stderr).toContain('Add `--yes` to write without a question.');
    const refused = await svc(folder, ['test', '--update'], { stdin: 'n\n', isAnswered: true });
    expect([refused.exitCode, read()]).toEqual([1, bad]);
    const agreed = await svc(folder, ['test', 'bad', '--update'], {
      stdin: 'y\n',
      isAnswered: true,
      env: { NO_COLOR: '1' },
    });
    expect(agreed.stderr).toContain(
      'bad  flow-tests/bad.yaml\n' +
        '  /expect/output/price\n    before  8\n    after   7\n' +
        '  /expect/calls/0/times\n    before  2\n    after   1\n' +
        'Write this file? [y/N] ',
    );
    expect(read()).toBe(bad.replace('price: 8', 'price: 7').replace('times: 2', 'times: 1'));
    expect([agreed.exitCode, agreed.stdout]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
    const again = await svc(folder, ['test', '--update', '--yes']);
    expect([again.exitCode, again.stderr]).toEqual([0, 'No test fails: nothing to update\n']);
  });

  it('says what `--update` leaves, and goes on failing', async () => {
    const open = priceTest('open', "'${ . > 10 }'");
    const folder = temporaryFolder({ ...files, 'flow-tests/open.yaml': open });
    const { exitCode, stderr } = await svc(folder, ['test', '--update', '--yes']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('stays: /expect/output/price  The output at `/price`: the condition is false');
    expect(readFileSync(join(folder, 'flow-tests/open.yaml'), 'utf8')).toBe(open);
    const watching = await svc(folder, ['test', '--update', '--watch']);
    expect([watching.exitCode, watching.stderr]).toEqual([2, expect.stringContaining('--watch')]);
  });

  it('keeps the mode of a file that it writes', async () => {
    const folder = temporaryFolder({ ...files, 'flow-tests/bad.yaml': priceTest('bad', '8') });
    chmodSync(join(folder, 'flow-tests/bad.yaml'), 0o600);
    await svc(folder, ['test', '--update', '--yes']);
    expect(statSync(join(folder, 'flow-tests/bad.yaml')).mode & 0o777).toBe(0o600);
  });
});
