import { Problem } from '../../controller/problems/index.js';
import type { TriggerService, TriggerView } from '../../controller/triggers/index.js';

const nightly: TriggerView = {
  name: 'nightly',
  flow: 'echo',
  kind: 'schedule',
  state: 'active',
  environment: null,
  timeZone: 'UTC',
  address: null,
  next: ['2026-03-02T02:00:00Z'],
  occurrences: [],
  messages: null,
  poll: null,
  pausedAt: null,
  pausedBy: null,
};

async function get(branch: string, name: string): Promise<TriggerView> {
  if (name === nightly.name) return nightly;
  throw new Problem('trigger_not_found', `There is no trigger \`${name}\` on the branch \`${branch}\``);
}

/** One trigger, which never fires. */
export const fakeSchedules: TriggerService = {
  list: async (_branch, { isVisible }) => ({
    items: [nightly].filter(({ name }) => isVisible(name)),
    hasMore: false,
  }),
  get,
  pause: get,
  resume: get,
  async fire(branch, name) {
    await get(branch, name);
    return {
      time: '2026-03-01T02:00:00Z',
      cause: 'fire',
      status: 'started',
      reason: null,
      run: 'run-1',
      problem: null,
    };
  },
  async backfill(branch, name) {
    await get(branch, name);
    return [];
  },
};
