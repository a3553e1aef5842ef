import { Problem } from '../problems/index.js';
import type { Run } from '../runs/contract.js';
import { getFlows } from './branch-flows.js';
import type { TriggersOptions } from './contract.js';
import { startOfMessage } from './event-starts.js';
import type { ParkedMessage } from './messages/parked-store.js';

type Options = Pick<
  TriggersOptions,
  'snapshots' | 'parked' | 'runs' | 'occurrences' | 'branches' | 'maxChainLength' | 'paused' | 'report'
>;

/** The messages of connections whose triggers could not start their flows: listed, and given to the trigger again. */
export class ParkedMessages {
  constructor(private readonly options: Options) {}

  list(...args: Parameters<TriggersOptions['parked']['list']>): Promise<ParkedMessage[]> {
    return this.options.parked.list(...args);
  }

  /** @throws Problem delivery_not_found */
  async get(branch: string, id: string): Promise<ParkedMessage> {
    const message = await this.options.parked.find(branch, id);
    if (message) return message;
    throw new Problem('delivery_not_found', `No delivery \`${id}\` is parked on the branch \`${branch}\``);
  }

  /**
   * Starts the flow with the trigger as it is now. The message is parked no longer once the run is accepted; a message
   * that fails again stays, with the new problem.
   * @throws Problem delivery_not_found, trigger_not_found, and as `RunService.start`
   */
  async replay(branch: string, id: string): Promise<Run> {
    const { parked, runs, occurrences } = this.options;
    const message = await this.get(branch, id);
    try {
      const { id: start, ...request } = await this.#getStart(message);
      const { flow, principal, input, causes, environment, trigger = '' } = request;
      return await runs.start({
        branch,
        flow,
        principal,
        input,
        causes,
        trigger: 'event',
        ...(environment === undefined ? {} : { environment }),
        idempotencyKey: `event ${branch} ${trigger} ${start}`,
        writesWith: (run) => [
          occurrences.write({ branch, id: trigger }, 'event', { run }),
          parked.remove(id),
        ],
      });
    } catch (error) {
      await parked.commit([parked.retried(message, error)]);
      throw error;
    }
  }

  /** @throws Problem delivery_not_found */
  async discard(branch: string, id: string): Promise<void> {
    await this.get(branch, id);
    await this.options.parked.commit([this.options.parked.remove(id)]);
  }

  async #getStart({ branch, trigger, connection, event }: ParkedMessage) {
    const flows = await getFlows(await this.options.snapshots.fresh(branch));
    const flow = flows.find(({ id, plan }) => id === trigger && plan !== undefined);
    if (!flow) {
      const detail = `There is no trigger \`${trigger}\` in service on the branch \`${branch}\``;
      throw new Problem('trigger_not_found', detail);
    }
    const environment = flow.plan?.environment;
    const origin = { connection, ...(environment === undefined ? {} : { environment }) };
    return startOfMessage(this.options, flow, { branch, event, origin });
  }
}
