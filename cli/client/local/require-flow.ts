import { posix } from 'node:path';
import { nearest } from '../../../schemas/nearest.js';
import { exitCodes, Failure } from '../../contract/failure.js';
import type { OpenedFlow } from './open-flow-file.js';

/** Findings that a message names. */
const maxNamed = 3;

/**
 * Makes sure that the opened folder has the flow in service.
 * @throws Failure that tells what is wrong with its file, or which name was meant
 */
export async function requireFlow({ controller, flow, branch }: OpenedFlow): Promise<void> {
  const snapshot = await controller.reconciler.fresh(await branch());
  if (snapshot.get('flow', flow)) return;
  const ofEntity = snapshot.status('flow', flow)?.findings ?? [];
  // A file that cannot be read does not say which flow it holds; its name may.
  const ofFile = snapshot.findings.filter(({ file }) => posix.parse(file).name === flow);
  const errors = [...ofEntity, ...(ofEntity.length === 0 ? ofFile : [])].filter(
    ({ severity }) => severity === 'error',
  );
  const [first] = errors;
  if (first) {
    const lines = errors
      .slice(0, maxNamed)
      .map(({ file: path, line, column, message }) => `${path}:${line}:${column} ${message}`);
    throw new Failure(
      exitCodes.faulted,
      `The file of the flow \`${flow}\` is not valid: ${lines.join('; ')}`,
      [
        ...(first.hint === undefined ? [] : [first.hint]),
        `All that is wrong with it: svc validate ${first.file}`,
      ],
    );
  }
  const trigger = snapshot.get('trigger', flow)?.definition['flow'];
  if (typeof trigger === 'string')
    throw new Failure(exitCodes.usage, `\`${flow}\` is a trigger, and a trial begins with a flow`, [
      `Try its flow: svc try ${trigger}`,
    ]);
  const near = nearest(
    flow,
    snapshot.list('flow').map(({ name }) => name),
  );
  throw new Failure(exitCodes.usage, `There is no flow \`${flow}\` among the files of this folder`, [
    near === undefined ? 'See what the folder has: svc validate' : `Did you mean \`${near}\`?`,
  ]);
}
