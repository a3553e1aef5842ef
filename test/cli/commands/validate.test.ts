import { describe, expect, it, vi } from 'vitest';
import { flowText, greet, svc, temporaryFolder } from '../test-io.js';

function refuse(name: string): never {
  throw new Error(`${name} was loaded`);
}
vi.mock('fastify', () => refuse('fastify'));
vi.mock('kysely', () => refuse('kysely'));
vi.mock('isomorphic-git', () => refuse('isomorphic-git'));

const broken = flowText('broken', '  - first:\n      cal: http\n');
const calling = flowText('calling', '  - ask:\n      call: crm.get\n      with: { path: /x }\n');
const crm = 'kind: connection\nname: crm\nconnector: http\nconfig: { baseUrl: https://crm.example.com }\n';

describe('svc validate', () => {
  it('the test is able to fail: a command that needs the server cannot load it here', async () => {
    const { exitCode, stderr } = await svc(temporaryFolder(), ['run-flow', 'x', '--dir', '.']);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/error when mocking a module/)]);
  });

  it('accepts valid files without loading a server or a database', async () => {
    const outcome = await svc(temporaryFolder({ 'flows/greet.yaml': greet }), ['validate', '.']);
    expect(outcome).toEqual({ exitCode: 0, stdout: '', stderr: '✓ 1 file valid\n' });
  });

  it('does not call a file valid that defines no entity', async () => {
    const other = temporaryFolder({ 'flows/greet.yaml': greet, 'labels.yaml': 'labels: {}\n' });
    expect((await svc(other, ['validate', '.'])).stderr).toBe(
      '✓ 1 file valid, 1 file without an entity, 1 warning\n',
    );
    const none = await svc(temporaryFolder({ 'labels.yaml': 'labels: {}\n' }), ['validate', '.']);
    expect(none.stderr).toBe('! 0 files valid, 1 file without an entity, 1 warning\n');
  });

  it('says what to write in place of a function of another language, however it is written', async () => {
    const flow = flowText('lower', '  - set:\n      set: { name: "${ .name | tolower }" }\n');
    const { stdout } = await svc(temporaryFolder({ 'flows/lower.yaml': flow }), ['validate', '.']);
    expect(stdout).toContain('Write `ascii_downcase`.');
  });

  it('names file, line and column, shows the line, and exits with 1', async () => {
    const folder = temporaryFolder({ 'flows/broken.yaml': broken });
    const { exitCode, stdout, stderr } = await svc(folder, ['validate', 'flows']);
    expect(exitCode).toBe(1);
    expect(stdout).toBe(
      'flows/broken.yaml:4:7  unknown field `cal`  (Did you mean `call`?)  [field-unknown]\n' +
        '  4 |       cal: http\n' +
        '    |       ^^^\n',
    );
    expect(stderr).toBe('✗ 1 error in 1 file; `svc explain rule.field-unknown` says more\n');
  });

  it('prints JSON, and workflow commands of GitHub', async () => {
    const folder = temporaryFolder({ 'broken.yaml': broken });
    for (const argv of [['--json'], ['--format', 'json']]) {
      expect(JSON.parse((await svc(folder, ['validate', '.', ...argv])).stdout)).toMatchObject({
        valid: false,
        problems: [{ file: 'broken.yaml', line: 4, column: 7, severity: 'error' }],
      });
    }
    const { stdout } = await svc(folder, ['validate', '.', '--format', 'github']);
    expect(stdout).toMatch(/^::error file=broken.yaml,line=4,col=7,.*::unknown field `cal`/);
  });

  it('reads standard input', async () => {
    const { exitCode, stdout } = await svc(temporaryFolder(), ['validate', '-'], { stdin: broken });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^<stdin>:4:7/);
  });

  it('a file is checked against the repository that contains it', async () => {
    const folder = temporaryFolder({ 'svc.yaml': '', 'flows/a.yaml': calling, 'connections/crm.yaml': crm });
    expect((await svc(folder, ['validate', 'flows/a.yaml'])).exitCode).toBe(0);
    expect((await svc(folder, ['validate', 'flows'])).exitCode).toBe(0);
  });

  it('a dangling reference is an error in a folder and no error in a loose file', async () => {
    const folder = temporaryFolder({ 'flows/a.yaml': calling });
    const { exitCode, stdout } = await svc(folder, ['validate', 'flows']);
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(/^flows\/a.yaml:4:13 {2}there is no connection `crm`/),
    ]);
    expect((await svc(folder, ['validate', 'flows/a.yaml'])).exitCode).toBe(0);
  });

  it('a missing path, a file of another type and no path are wrong usage', async () => {
    const { exitCode, stderr } = await svc(temporaryFolder({ 'a.txt': '' }), ['validate', 'b.yaml']);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: There is no file or folder b\.yaml\nhint: .* `svc validate \.` .*\n$/),
    ]);
    const text = await svc(temporaryFolder({ 'a.txt': '' }), ['validate', 'a.txt']);
    expect([text.exitCode, text.stderr]).toEqual([2, expect.stringContaining('a.txt is not an entity file')]);
    const none = await svc(temporaryFolder(), ['validate']);
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('Say what to check')]);
  });
});
