import type { Snapshot } from '../catalog/index.js';
import type { Check } from '../observability/index.js';
import type { RunnableStates } from './contract.js';

/** Connections that the check names. */
const maxNamed = 5;

/** Warns of connections whose last test by the schedule failed. @param read the newest snapshot of production */
export function connectionsCheck(
  states: Pick<RunnableStates, 'find' | 'listFailingTests'>,
  read: () => Snapshot | undefined,
): Check {
  return {
    name: 'connections',
    run() {
      const snapshot = read();
      const failing = (snapshot && states.listFailingTests(snapshot.branch)) ?? [];
      const [connection] = failing;
      if (!snapshot || connection === undefined)
        return { status: 'ok', detail: 'No test of a connection failed' };
      const named = failing.slice(0, maxNamed).map((name) => {
        const { tested } = states.find(snapshot, 'connection', name) ?? {};
        return `\`${name}\`: ${tested?.message ?? 'it has changed since'}`;
      });
      const more = failing.length - named.length;
      const count =
        failing.length === 1
          ? 'The test of a connection fails'
          : `The tests of ${failing.length} connections fail`;
      const detail = `${count}. ${named.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
      const hint = {
        text: 'Test one again with {call}.',
        operation: 'test-connection',
        arguments: { branch: snapshot.branch, connection },
      };
      return { status: 'warn', detail, hint };
    },
  };
}
