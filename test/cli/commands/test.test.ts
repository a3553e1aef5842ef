import { writeFileSync } from 'node:fs';
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
    const { exitCode, stderr } = await svc(folder, ['test', 'goood']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Did you mean `good`?')]);
  });

  it('prints JUnit, and notes for GitHub', async () => {
    const folder = temporaryFolder({ ...files, 'flow-tests/bad.yaml': priceTest('bad', '"<&>"') });
    const junit = await svc(folder, ['test', '--format', 'junit']);
    expect(junit.stdout).toContain('<testsuites name="svc test" tests="2" failures="1">');
    expect(junit.stdout).toContain('expected: &quot;&lt;&amp;&gt;&quot;');
    const github = await svc(folder, ['test', '--format', 'github']);
    expect(github.stdout).toMatch(/^::error file=flow-tests\/bad\.yaml,line=6,/);
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
});
