import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Replay } from '../../../../../controller/rehearsal/index.js';
import type { Run } from '../../../../../controller/runs/contract.js';
import { applyEdit } from '../edit.js';
import { generalEdits } from '../keeping-edits.js';
import { changingEdits } from './changing-edits.js';
import { inputs } from './inputs.js';
import { keepingEdits } from './keeping-edits.js';
import { WorkshopService } from './workshop-service.js';

let workshop: WorkshopService;
const runs = new Map<string, Run[]>();

beforeAll(async () => {
  workshop = await WorkshopService.start();
  for (const [flow, each] of Object.entries(inputs)) {
    const ended: Run[] = [];
    for (const [input, answer] of each) ended.push(await workshop.run(flow, input, answer));
    expect(ended.map(({ status }) => status)).not.toContain('waiting');
    runs.set(flow, ended);
  }
}, 300_000);

afterAll(() => workshop?.stop());

const toPath = (flow: string): string => `flows/${flow}.yaml`;

async function replayAll(
  flow: string,
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Replay[]> {
  const replays: Replay[] = [];
  for (const run of runs.get(flow) ?? [])
    replays.push(await workshop.replay(run, { [toPath(flow)]: text, ...files }));
  return replays;
}

test('edits that keep the behaviour make no difference, and no request', async () => {
  workshop.renewApi();
  for (const flow of runs.keys())
    for (const { name, edit } of generalEdits)
      for (const replay of await replayAll(flow, edit(workshop.read(toPath(flow)))))
        expect.soft(replay.result, `${flow}: ${name} ${JSON.stringify(replay)}`).toBe('same');
  for (const edit of keepingEdits) {
    const replays = await replayAll(
      edit.flow,
      applyEdit(workshop.read(toPath(edit.flow)), edit),
      edit.files,
    ).catch((error: unknown) => error as Error);
    if (replays instanceof Error) expect.soft(replays.message, `${edit.flow}: ${edit.name}`).toBe('valid');
    else
      for (const replay of replays)
        expect.soft(replay.result, `${edit.flow}: ${edit.name} ${JSON.stringify(replay)}`).toBe('same');
  }
  expect(workshop.requests).toEqual([]);
}, 300_000);

test('edits that change an outcome are found, each with its place', async () => {
  const missed: string[] = [];
  const misplaced: string[] = [];
  for (const edit of changingEdits) {
    const replays = await replayAll(edit.flow, applyEdit(workshop.read(toPath(edit.flow)), edit));
    const differences = replays.flatMap((replay) => replay.differences);
    if (differences.length === 0) missed.push(edit.name);
    else if (
      edit.place !== '' &&
      !replays.some(({ partsAt }) => partsAt?.task.split('/').includes(edit.place))
    )
      misplaced.push(
        `${edit.name} is at ${edit.place}, not ${JSON.stringify(replays.map(({ partsAt }) => partsAt))}`,
      );
  }
  expect.soft(missed).toEqual([]);
  expect.soft(misplaced).toEqual([]);
}, 300_000);
