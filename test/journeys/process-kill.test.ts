import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

const json = { 'content-type': 'application/json' };

test('a process with files whose service is killed runs again, with its files once and nothing left of the folder', {
  timeout: 180_000,
}, async () => {
  const service = new ServiceProcess(undefined, { SVC_Flows__AllowProcesses: 'true' });
  onTestFinished(() => service.dispose());
  const go = service.file('go');
  // A process whose service was killed goes on until the file is there.
  const command = `cp greeting.txt result.txt; echo draft > draft.txt; while ! test -e ${go}; do sleep 0.1; done`;
  writeFileSync(
    service.file('work.yaml'),
    `document: { dsl: '1.0.3', namespace: test, name: work, version: '1.0.0' }
do:
  - greet: { run: { shell: { command: 'printf hello > greeting.txt' }, files: [ greeting.txt ] } }
  - work: { run: { shell: { command: '${command}' }, files: [ '*.txt' ] } }
`,
  );
  await service.start();
  const started = await service.request('/api/v1/live/flows/work/runs', {
    method: 'POST',
    body: '{}',
    headers: { ...json, prefer: 'respond-async' },
  });
  const { id } = (await started.json()) as { id: string };
  const incoming = service.file('.svc/files/incoming');
  const folders = () => (existsSync(incoming) ? readdirSync(incoming) : []);
  const [first = ''] = await eventually(() => {
    const at = folders().filter((name) => existsSync(`${incoming}/${name}/work/draft.txt`));
    return at.length > 0 && at;
  });
  await service.kill();
  expect(folders()).toContain(first);

  await service.start();
  writeFileSync(go, '');
  const run = await eventually(async () => {
    const answer = await service.request(`/api/v1/live/runs/${id}`);
    const state = (await answer.json()) as { status: string; output: { files: { name: string }[] } };
    return state.status === 'completed' && state;
  });
  expect(run.output.files.map(({ name }) => name)).toEqual(['draft.txt', 'result.txt']);
  const list = await service.request(`/api/v1/live/runs/${id}/files`);
  const { items } = (await list.json()) as { items: { file: string; name: string }[] };
  expect(items.map(({ name }) => name).sort()).toEqual(['draft.txt', 'greeting.txt', 'result.txt']);
  const result = items.find(({ name }) => name === 'result.txt');
  const content = await service.request(`/api/v1/live/runs/${id}/files/${result?.file}`);
  expect(await content.text()).toBe('hello');
  expect(folders()).toEqual([]);
});
