import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Replay } from '../../../../controller/rehearsal/index.js';
import type { Run } from '../../../../controller/runs/contract.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { DemoService } from '../../../fixtures/demo-service.js';
import { changingEdits } from './changing-edits.js';
import { applyEdit, inputs } from './edit.js';
import { generalEdits, keepingCount, keepingEdits, subflows } from './keeping-edits.js';

let demo: DemoService;
const runs = new Map<string, Run[]>();

beforeAll(async () => {
  demo = await DemoService.start({ SVC_Notify__Window: '1' });
  for (const [flow, each] of Object.entries(inputs)) {
    await demo.renewApi();
    const ended: Run[] = [];
    for (const input of each) {
      // Production buys up to a higher limit.
      const environment = flow === 'restock' && 'cover' in input ? 'production' : undefined;
      ended.push(await demo.run(flow, input as JsonObject, environment));
    }
    runs.set(flow, ended);
  }
}, 300_000);

afterAll(() => demo?.stop());

const path = (flow: string): string => `flows/${flow}.yaml`;

/** Replays all recorded runs of a flow through other files. */
async function replayAll(
  flow: string,
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Replay[]> {
  const replays: Replay[] = [];
  for (const run of runs.get(flow) ?? [])
    replays.push(await demo.replay(run, { [path(flow)]: text, ...files }));
  return replays;
}

test(`${keepingCount} edits that keep the behaviour of realistic flows make no difference, and no request`, async () => {
  const before = await demo.countRequests();
  const expectSame = (name: string, replays: readonly Replay[]): void => {
    for (const replay of replays)
      expect.soft(replay.result, `${name} ${JSON.stringify(replay)}`).toBe('same');
  };
  for (const flow of runs.keys()) {
    for (const { name, edit } of generalEdits) {
      if (name === 'another version' && subflows.has(flow)) continue;
      expectSame(`${flow}: ${name}`, await replayAll(flow, edit(demo.read(path(flow)))));
    }
  }
  for (const edit of keepingEdits) {
    const text = applyEdit(demo.read(path(edit.flow)), edit);
    expectSame(`${edit.flow}: ${edit.name}`, await replayAll(edit.flow, text, edit.files));
  }
  expect(await demo.countRequests()).toBe(before);
}, 300_000);

test(`${changingEdits.length} edits that change an outcome are found, each with its place`, async () => {
  const missed: string[] = [];
  const misplaced: string[] = [];
  for (const edit of changingEdits) {
    const replays = await replayAll(edit.flow, applyEdit(demo.read(path(edit.flow)), edit));
    const differences = replays.flatMap((replay) => replay.differences);
    if (differences.length === 0) missed.push(edit.name);
    else if (!replays.some(({ partsAt }) => isAt(partsAt, edit.place)))
      misplaced.push(
        `${edit.name} is at ${edit.place}, not ${JSON.stringify(replays.map(({ partsAt }) => partsAt))}`,
      );
  }
  expect(missed).toEqual([]);
  expect(misplaced).toEqual([]);
}, 300_000);

function isAt(parting: Replay['partsAt'], place: string): boolean {
  return parting?.task.split('/').includes(place) === true;
}
