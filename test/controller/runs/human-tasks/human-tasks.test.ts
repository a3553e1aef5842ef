import { expect, test } from 'vitest';
import { eventually } from '../../../eventually.js';
import {
  ada,
  approval,
  complete,
  flow,
  form,
  happened,
  harness,
  links,
  notify,
  open,
  options,
  parked,
  reaches,
  sent,
  setClock,
  start,
  tasks,
  theTask,
  useHarness,
} from './asking.js';

useHarness();

test('a run is parked until a person answers, and continues with the values', async () => {
  flow('ask', [{ approve: approval({ description: 'A large refund' }) }]);
  const { id } = await start('ask');
  const run = await parked(id);
  const task = await theTask();
  expect(run.waitingFor).toBe(`human-task ${task.id}`);
  expect(task).toMatchObject({ title: 'Approve', run: id, assignees: ['ada'], form, status: 'open' });
  await complete(task.id, { ok: false });
  const { output } = await reaches(id, 'completed');
  expect(output).toEqual({
    values: { ok: false },
    completedBy: 'user:ada',
    completedAt: expect.stringMatching(/^\d{4}-/),
  });
  expect(happened).toEqual(['opened Approve', 'completed Approve']);
  expect((await harness.engine.get(id)).waitingFor).toBeNull();
});

test('a crash before and after the answer neither opens a second task nor loses the answer', async () => {
  flow('ask', [{ approve: approval({ notify }) }, { after: { set: { done: '${ .values.ok }' } } }]);
  const { id } = await start('ask');
  await parked(id);
  await harness.crash(options);
  const { id: task } = await theTask();
  expect((await tasks()).length).toBe(1);
  await complete(task);
  await harness.crash(options);
  expect(await reaches(id, 'completed')).toMatchObject({ output: { done: true } });
  expect(sent).toHaveLength(1);
});

test('a process that dies while it opens a task opens it once', async () => {
  flow('ask', [{ approve: approval() }]);
  const { id } = await start('ask');
  for (let round = 0; round < 3; round++) await harness.crash(options);
  await parked(id);
  expect((await tasks()).length).toBe(1);
});

test('of 20 people who complete a task at once, one is first and the others learn who', async () => {
  flow('ask', [{ approve: approval() }]);
  const { id } = await start('ask');
  await parked(id);
  const task = await theTask();
  const people = Array.from({ length: 20 }, (_, index) => ({
    principal: `user:u${index}`,
    overrides: false,
  }));
  const results = await Promise.allSettled(people.map((caller) => complete(task.id, { ok: true }, caller)));
  const first = results.filter(({ status }) => status === 'fulfilled');
  expect(first).toHaveLength(1);
  const { completedBy } = await harness.engine.humanTasks.get(task.id);
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        code: 'human_task_ended',
        message: expect.stringContaining(`${completedBy}`),
      });
  }
  expect(await reaches(id, 'completed')).toMatchObject({ output: { completedBy } });
});

test('values that do not fit the form are refused with their pointers, and the task stays open', async () => {
  flow('ask', [{ approve: approval() }]);
  await start('ask');
  const { id } = await theTask();
  const refused = { code: 'human_task_values_invalid', errors: [{ pointer: '/ok' }] };
  await expect(complete(id, { ok: 'yes' })).rejects.toMatchObject(refused);
  expect(await open()).toHaveLength(1);
});

test('a missed time is a timeout error that the flow can catch, and ends the task', async () => {
  const caught = { set: { late: '${ $error.status }', type: '${ $error.type }' } };
  flow('late', [
    {
      attempt: {
        try: [{ approve: approval({ dueAfter: { hours: 1 } }) }],
        catch: { errors: { with: { status: 408 } }, do: [{ note: caught }] },
      },
    },
  ]);
  const { id } = await start('late');
  await parked(id);
  const { id: task } = await theTask();
  setClock(3_600_001);
  await expect(complete(task)).rejects.toMatchObject({ code: 'human_task_ended' });
  expect((await tasks())[0]).toMatchObject({ status: 'overdue' });
  await harness.crash(options);
  const { output } = await reaches(id, 'completed');
  expect(output).toEqual({ late: 408, type: expect.stringMatching(/\/timeout$/) });
  expect(happened).toEqual(['opened Approve', 'overdue Approve']);
});

test('reminders come once each, also across restarts, and only the last of those that were missed', async () => {
  flow('remind', [{ approve: approval({ notify, assignees: ['ada', 'ben'], remindAfter: 'PT1H' }) }]);
  const { id } = await start('remind');
  await parked(id);
  const numbers = () => sent.map(({ to, reminder }) => `${to} ${reminder}`);
  expect(numbers()).toEqual(['user:ada 0', 'user:ben 0']);
  setClock(3_600_001);
  await harness.crash(options);
  await eventually(() => sent.length === 4);
  await harness.crash(options);
  await parked(id);
  setClock(3 * 3_600_000);
  await harness.crash(options);
  await eventually(() => sent.length === 6);
  await parked(id);
  expect(numbers().slice(2)).toEqual(['user:ada 1', 'user:ben 1', 'user:ada 4', 'user:ben 4']);
  await complete((await theTask()).id);
  await reaches(id, 'completed');
});

test('the link of each assignee opens the task for that assignee only', async () => {
  flow('ask', [{ approve: approval({ notify, assignees: ['ada', 'ben'] }) }]);
  await start('ask');
  await eventually(() => sent.length === 2);
  const { id } = await theTask();
  const held = sent.map(({ link }) => links.read(String(link).split('/').at(-1) ?? ''));
  expect(held).toEqual([
    { id, assignee: 'user:ada' },
    { id, assignee: 'user:ben' },
  ]);
  const [first = ''] = sent.map(({ link }) => String(link).split('/').at(-1));
  for (const tampered of [first.slice(0, -1), `${first}x`, first.replace('.', '..'), 'svch_', ''])
    expect(links.read(tampered)).toBeUndefined();
});

test('cancelling a run cancels its tasks, whether the run is parked or suspended', async () => {
  flow('ask', [{ approve: approval() }]);
  const { id } = await start('ask');
  await parked(id);
  const task = await theTask();
  await harness.engine.cancel(id);
  expect(await open()).toEqual([]);
  await expect(complete(task.id)).rejects.toMatchObject({ code: 'human_task_ended' });
  const second = await start('ask');
  await parked(second.id);
  await harness.engine.suspend(second.id);
  expect(await open()).toHaveLength(1);
  await harness.engine.cancel(second.id);
  expect(await open()).toEqual([]);
});

test('a suspended run takes the answer that came meanwhile once it is resumed', async () => {
  flow('ask', [{ approve: approval() }]);
  const { id } = await start('ask');
  await parked(id);
  await harness.engine.suspend(id);
  await complete((await theTask()).id);
  expect(await harness.engine.get(id)).toMatchObject({ status: 'suspended' });
  await harness.engine.resume(id);
  expect(await reaches(id, 'completed')).toMatchObject({ output: { values: { ok: true } } });
});

test('tasks side by side are answered in any order, and what loses a race is cancelled', async () => {
  flow('both', [
    { each: { for: { in: '${ [1, 2, 3] }' }, metadata: { concurrency: 3 }, do: [{ ask: approval() }] } },
  ]);
  const { id } = await start('both');
  await eventually(async () => (await open()).length === 3);
  expect((await parked(id)).waitingFor).toMatch(/^human-task \S+, \S+, \S+$/);
  for (const task of await open()) {
    await complete(task.id);
    await harness.crash(options);
  }
  await reaches(id, 'completed');
  flow('race', [
    {
      ask: { fork: { compete: true, branches: [{ one: approval() }, { two: approval({ title: 'Two' }) }] } },
    },
  ]);
  const race = await start('race');
  await eventually(async () => (await open()).length === 2);
  await parked(race.id);
  const [task] = (await open()).filter(({ title }) => title === 'Two');
  await complete(task?.id ?? '');
  await reaches(race.id, 'completed');
  const ofRace = async () => (await tasks()).filter(({ run }) => run === race.id);
  await eventually(async () => (await ofRace()).every(({ status }) => status !== 'open'));
  expect((await ofRace()).map(({ status }) => status).sort()).toEqual(['cancelled', 'completed']);
});

test('the timeout of a task around a question cancels the question', async () => {
  flow('short', [{ approve: { ...approval(), timeout: { after: { milliseconds: 50 } } } }]);
  const { id } = await start('short');
  expect(await reaches(id, 'faulted')).toMatchObject({ error: { status: 408 } });
  await eventually(async () => (await tasks())[0]?.status === 'cancelled');
});

test('a retried run asks again where no answer came, and keeps the answers that it has', async () => {
  const question = (title: string) => approval({ title, notify, dueAfter: { hours: 1 } });
  flow('twice', [{ first: question('First') }, { second: question('Second') }]);
  const { id } = await start('twice');
  await parked(id);
  await complete((await theTask()).id);
  await eventually(async () => (await open())[0]?.title === 'Second');
  await parked(id);
  setClock(3_600_001);
  await harness.crash(options);
  await reaches(id, 'faulted');
  const before = sent.length;
  const retried = await harness.engine.retry(id, 'test');
  await parked(retried.id);
  const again = await theTask();
  expect(again).toMatchObject({ title: 'Second', run: retried.id, status: 'open' });
  expect(sent).toHaveLength(before + 1);
  await complete(again.id);
  await reaches(retried.id, 'completed');
});

test('a run that was cancelled while it asked asks again when it is retried', async () => {
  flow('ask', [{ approve: approval() }]);
  const { id } = await start('ask');
  await parked(id);
  await harness.engine.cancel(id);
  const retried = await harness.engine.retry(id, 'test');
  await parked(retried.id);
  const again = await theTask();
  expect(again).toMatchObject({ run: retried.id, status: 'open' });
  await complete(again.id);
  await reaches(retried.id, 'completed');
});

test('a claimed task is completed by its claimant, by an administrator, or after its release', async () => {
  flow('ask', [{ approve: approval() }]);
  await start('ask');
  const { id } = await theTask();
  const { humanTasks } = harness.engine;
  const ben = { principal: 'user:ben', overrides: false };
  expect(await humanTasks.claim(id, ada)).toMatchObject({ claimedBy: 'user:ada' });
  const taken = { code: 'human_task_claimed', message: expect.stringContaining('user:ada') };
  await expect(humanTasks.claim(id, ben)).rejects.toMatchObject(taken);
  await expect(complete(id, { ok: true }, ben)).rejects.toMatchObject(taken);
  await expect(humanTasks.release(id, ben)).rejects.toMatchObject(taken);
  expect(await humanTasks.release(id, ada)).toMatchObject({ claimedBy: null });
  expect(await complete(id, { ok: true }, ben)).toMatchObject({ completedBy: 'user:ben' });
});
