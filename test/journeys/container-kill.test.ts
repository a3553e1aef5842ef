import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { makeContainerImage } from '../controller/sandbox/container-image.js';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

const made = await makeContainerImage();

test.skipIf(!made)(
  'a container is removed at the restart after a kill, run again, and killed with its run',
  { timeout: 180_000 },
  async () => {
    if (!made) return;
    onTestFinished(() => made.remove());
    const service = new ServiceProcess(undefined, { SVC_Flows__AllowContainers: 'true', ...made.env });
    onTestFinished(() => service.dispose());
    const container = `{ image: '${made.image}', command: sleep 1000, pullPolicy: never }`;
    const header = "document: { dsl: '1.0.3', namespace: test, name: long, version: '1.0.0' }";
    writeFileSync(
      service.file('long.yaml'),
      `${header}\ndo: [ { sleep: { run: { container: ${container} } } } ]\n`,
    );
    await service.start();
    const started = await service.request('/api/v1/live/flows/long/runs', {
      method: 'POST',
      body: '{}',
      headers: { prefer: 'respond-async' },
    });
    const { id } = (await started.json()) as { id: string };
    const containers = async (...more: string[]) =>
      made.podman('ps', '--quiet', '--filter', `label=svc.run=${id}`, ...more);
    const first = await eventually(async () => (await containers()) || undefined);
    await service.kill();
    expect(await containers()).toBe(first);

    await service.start();
    const second = await eventually(async () => {
      const found = await containers('--all');
      return found !== '' && !found.includes(first) && found;
    });
    expect(second.split('\n')).toHaveLength(1);
    const cancelled = await service.request(`/api/v1/live/runs/${id}/cancel`, { method: 'POST' });
    expect(await cancelled.json()).toMatchObject({ status: 'cancelled' });
    await eventually(async () => (await containers('--all')) === '');
  },
);
