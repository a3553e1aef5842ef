import type { JsonObject } from '../../../../schemas/json/types.js';
import { ConnectorError } from '../../../connectors/index.js';
import { standardError } from '../../../flows/index.js';
import type { ActionChecks, ActionFault, CalledAction } from '../../../kinds/connection/action-checks.js';
import type { Sealing } from '../../../security/vault/contract.js';

/** Turns the errors of connectors into those of flows, without the secrets in them. */
export class CallFailures {
  constructor(private readonly sealing: Pick<Sealing, 'mask'>) {}

  /** Runs `work` with errors of connectors as errors of flows. @throws FlowError; the reason of the signal */
  async asFlowError<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ConnectorError)) throw error;
      const { status, title, code, retryAfter } = error;
      const detail = this.sealing.mask(error.message);
      throw standardError(error.kind, { status, title, detail, cause: error, code, retryAfter });
    }
  }
}

/** The faults of a call's arguments for which it must not be sent; a promise when a thread checks them. */
export function getErrors(
  checks: ActionChecks,
  called: CalledAction,
  input: JsonObject,
  signal?: AbortSignal,
): ActionFault[] | Promise<ActionFault[]> {
  const errorsIn = (faults: readonly ActionFault[]) => faults.filter(({ severity }) => severity === 'error');
  const faults = checks.values(called, input, signal);
  return faults instanceof Promise ? faults.then(errorsIn) : errorsIn(faults);
}
