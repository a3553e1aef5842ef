import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Run } from '../../../../../controller/runs/contract.js';
import type { JsonObject } from '../../../../../schemas/json/types.js';
import { random } from '../../../../schemas/mutate.js';
import { inputs } from './inputs.js';
import { mutateFlow } from './mutate-flow.js';
import { InvalidEdit, WorkshopService } from './workshop-service.js';

/** More of them with `SVC_EDIT_MUTANTS=300`, others with `SVC_EDIT_SEED=7`. */
const count = Number(process.env['SVC_EDIT_MUTANTS'] ?? 24);
const seed = Number(process.env['SVC_EDIT_SEED'] ?? 1);

const inside = new Set(['event', 'store', 'human-task']);

let workshop: WorkshopService;

beforeAll(async () => {
  workshop = await WorkshopService.start();
}, 300_000);

afterAll(() => workshop?.stop());

/** A run as others see it: its end, and the requests that it made. */
interface Seen {
  readonly run: Run;
  readonly text: string;
}

async function see(flow: string, input: JsonObject, answer?: JsonObject): Promise<Seen | undefined> {
  workshop.renewApi();
  // A flow that waits for what never comes is not waited for.
  const run = await workshop.run(flow, input, answer, 5_000);
  if (run.status === 'waiting' || run.status === 'running') return undefined;
  const { status, output, error } = run;
  const fault = error && { type: error.type, status: error.status, title: error.title, detail: error.detail };
  const requests = [...workshop.requests].sort();
  return { run, text: JSON.stringify({ status, output, fault, requests }, undefined, 1) };
}

test(`the replays of ${count} edits by chance say what the edited flows do`, async () => {
  const flows = Object.keys(inputs).filter((flow) => flow !== 'import-repairs');
  const next = random(seed);
  const pick = (below: number): number => Math.floor(next() * below);
  const wrong: string[] = [];
  const seen = { same: 0, different: 0 };
  for (let done = 0; done < count; ) {
    const flow = flows[pick(flows.length)] ?? '';
    const cases = inputs[flow] ?? [];
    const [input = {}, answer] = cases[pick(cases.length)] ?? [];
    const path = `flows/${flow}.yaml`;
    const text = workshop.read(path);
    const mutation = mutateFlow(parse(text) as JsonObject, pick);
    if (!mutation) continue;
    const files = { [path]: stringify(mutation.flow) };
    const before = await see(flow, input, answer);
    if (!before) throw new Error(`The flow ${flow} does not end`);
    const replay = await workshop.replay(before.run, files).catch((error: unknown) => {
      if (error instanceof InvalidEdit) return undefined;
      throw error;
    });
    // Edits that svc refuses never run.
    if (!replay) continue;
    done++;
    await workshop.commit(files);
    const after = await see(flow, input, answer);
    await workshop.commit({ [path]: text });
    const isSame = after?.text === before.text;
    seen[isSame ? 'same' : 'different']++;
    // Events, entries of stores and the forms of people are not seen from outside.
    const { differences } = replay;
    const isUnseen =
      differences.length > 0 && differences.every(({ callKind }) => inside.has(callKind ?? ''));
    if (isSame && isUnseen) continue;
    if (isSame !== (replay.result === 'same'))
      wrong.push(
        `${flow} ${mutation.text}: ${replay.result}, and it was ${isSame ? 'the same' : 'not'} ${JSON.stringify(replay)}\n${before.text}\n${after?.text}`,
      );
  }
  expect(wrong).toEqual([]);
  expect(seen.same).toBeGreaterThan(0);
  expect(seen.different).toBeGreaterThan(0);
}, 600_000);
