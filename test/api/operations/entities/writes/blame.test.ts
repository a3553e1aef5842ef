import { expect, test } from 'vitest';
import { entities, GitService } from './git-service.js';

const fields = 30;

test('after thirty writes of one field each, every line is blamed on the commit that changed it', async () => {
  const names = Array.from({ length: fields }, (_, at) => `field-${at}`);
  const text = [
    '# What all flows see.',
    'kind: environment',
    'name: shared # never renamed',
    'variables:',
    ...names.flatMap((name, at) => [
      ...(at % 5 === 0 ? ['', `  # ${'-'.repeat(20)} part ${at / 5}`] : []),
      `  ${name}: ${at % 2 === 0 ? `'old ${at}'` : `old ${at}`}   # about ${name}`,
    ]),
    '# The end.',
    '',
  ].join('\n');
  const service = await GitService.start({ 'environments/shared.yaml': text });
  const commits = new Map<string, string>();
  for (const [at, name] of [...names.entries()].reverse()) {
    const answer = await service.patch(`${entities}/environment/shared`, {
      variables: { [name]: `new ${at}` },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    commits.set(name, answer.json().commit);
    expect(service.git('show', '--format=', '--numstat', 'main')).toBe('1\t1\tenvironments/shared.yaml');
  }
  const first = service.git('rev-list', '--max-parents=0', 'main');
  const blamed = service.git('blame', '-l', '-s', '--root', 'main', '--', 'environments/shared.yaml');
  for (const line of blamed.split('\n')) {
    const [, commit, said = ''] = /^([0-9a-f]{40}) +\d+\)(.*)$/.exec(line) ?? [];
    const name = /^ {3}(field-\d+):/.exec(said)?.[1];
    expect([said, commit]).toEqual([said, name === undefined ? first : commits.get(name)]);
  }
  expect(service.file('environments/shared.yaml')).toBe(text.replaceAll('old', 'new'));
});
