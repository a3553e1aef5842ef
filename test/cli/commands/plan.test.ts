import { expect, it } from 'vitest';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

it('svc plan gives the findings of a change as SARIF 2.1.0, with the files as the user knows them', async () => {
  const served = temporaryFolder({ 'flows/greet.yaml': greet });
  await serveFolder(served);
  const own = temporaryFolder({ 'repository/flows/greet.yaml': greet.replace('.times }', '.times | }') });
  const { exitCode, stdout } = await svc(own, ['plan', 'repository', '--dir', served, '--format', 'sarif']);
  expect(exitCode).toBe(1);
  const log = JSON.parse(stdout);
  expect(log).toMatchObject({ $schema: expect.stringContaining('sarif-2.1.0'), version: '2.1.0' });
  const [{ tool, results }] = log.runs;
  const [result] = results;
  expect(tool.driver).toMatchObject({ name: 'svc', rules: [expect.objectContaining({ id: result.ruleId })] });
  expect(result).toMatchObject({ ruleId: 'jq-syntax', ruleIndex: 0, level: 'error' });
  expect(result.message.text).not.toBe('');
  const [{ physicalLocation }] = result.locations;
  expect(physicalLocation.artifactLocation).toEqual({
    uri: 'repository/flows/greet.yaml',
    uriBaseId: '%SRCROOT%',
  });
  expect(physicalLocation.region.startLine).toBe(
    greet.split('\n').findIndex((line) => line.includes('.times }')) + 1,
  );
  // The opposite: a change without findings has none.
  const fine = temporaryFolder({ 'flows/greet.yaml': `${greet}# a comment\n` });
  const none = await svc(fine, ['plan', '--dir', served, '--format', 'sarif']);
  expect([none.exitCode, JSON.parse(none.stdout).runs[0].results]).toEqual([0, []]);
});
