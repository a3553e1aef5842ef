import { eventually } from '../../eventually.js';
import type { AttackGroup } from './attack.js';
import { heavyFlows } from './heavy-flows.js';
import type { Target } from './target.js';

interface EndedRun {
  status: string;
  endedAt: string | null;
  error: { code?: string; type?: string } | null;
}

/** The time after which an operator cancels a run that no limit has ended. */
const patience = 15_000;
const shortPatience = 2_000;
const atOnce = 50;

/** Runs that only compute: a limit ends each of them, or an operator can. */
export const computing: AttackGroup = {
  name: 'computing',
  share: 4,
  attacks(target, isShort) {
    const limit = isShort ? shortPatience : patience;
    const one = Object.keys(heavyFlows).map((flow) => ({
      name: flow,
      run: () => compute(target, flow, limit),
    }));
    const run = async (): Promise<void> => {
      await Promise.all(Array.from({ length: atOnce }, () => compute(target, 'two-tasks', limit)));
    };
    return [...one, { name: `${atOnce} runs at once`, run }];
  },
};

async function compute(target: Target, flow: string, limit: number): Promise<void> {
  const { status, text } = await target.ask('POST', `/api/v1/main/flows/${flow}/runs`, {
    body: {},
    role: 'operator' as const,
    headers: { prefer: 'respond-async' },
  });
  if (status !== 202 && status !== 201) {
    target.report.fail(`${flow} was answered ${status}: ${text.slice(0, 300)}`);
    return;
  }
  const { id } = JSON.parse(text) as { id: string };
  const ended = (ms: number): Promise<EndedRun> =>
    eventually(async () => {
      const answer = await target.ask('GET', `/api/v1/main/runs/${id}`);
      const found = JSON.parse(answer.text) as EndedRun;
      return found.endedAt !== null && found;
    }, ms);
  const run = await ended(limit).catch(async () => {
    await target.ask('POST', `/api/v1/main/runs/${id}/cancel`, { role: 'operator' });
    return ended(patience);
  });
  if (run.status === 'cancelled') return;
  const code = run.error?.code ?? run.error?.type?.split('/').at(-1) ?? '';
  if (!heavyFlows[flow]?.codes.includes(code))
    target.report.fail(`${flow} ended as ${run.status} with ${JSON.stringify(run.error)}`);
}
