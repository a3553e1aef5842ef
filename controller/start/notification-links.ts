import type { Snapshot } from '../catalog/index.js';
import type { FlowPlan } from '../flows/index.js';
import type { Check } from '../observability/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { Base } from './base.js';

/** Flows that a check or a line of the log names. */
const maxNamed = 3;

/** Returns a function that warns, once, when flows send links and the service does not know the address that people use. */
export function logLocalLinks({ settings, log, address }: Base): (snapshot: Snapshot) => void {
  let isLogged = settings.Server.BaseUrl !== undefined;
  return (snapshot) => {
    const flows = isLogged ? [] : notifyingFlows(snapshot);
    if (flows.length === 0) return;
    isLogged = true;
    const { branch, revision } = snapshot;
    const about = { branch, revision, flows, setting: 'Server.BaseUrl', address: address.url };
    log.warn(about, 'links of human tasks lead to this machine only');
  };
}

/** Returns the check that links in notifications lead people to the service. */
export function linksCheck(
  { settings: { Server }, address }: Pick<Base, 'settings' | 'address'>,
  reconciler: Pick<Reconciler, 'followed' | 'peek'>,
): Check {
  return {
    name: 'links',
    run() {
      if (Server.BaseUrl !== undefined) return { status: 'ok', detail: `Links begin with ${Server.BaseUrl}` };
      const flows = reconciler.followed().flatMap((branch) => {
        const snapshot = reconciler.peek(branch);
        return snapshot ? notifyingFlows(snapshot) : [];
      });
      if (flows.length === 0) return { status: 'ok', detail: 'No flow sends links to human tasks' };
      const named = [...new Set(flows)].slice(0, maxNamed).join(', ');
      const detail = `Links to human tasks begin with ${address.url}, which other machines cannot open: flows such as ${named} send them`;
      return { status: 'warn', detail, hint: 'Set `Server.BaseUrl` to the address that people use.' };
    },
  };
}

/** The first flows of a branch with human tasks that have `notify`. Plans are built on access, so most are not asked. */
function notifyingFlows(snapshot: Snapshot): string[] {
  const texts: string[] = [];
  for (const flow of snapshot.list('flow')) {
    if (texts.length === maxNamed) break;
    if (!flow.text.includes('human-task@default') || !flow.text.includes('notify')) continue;
    if ((flow.compiled as FlowPlan | undefined)?.notifiesPeople) texts.push(flow.name);
  }
  return texts;
}
