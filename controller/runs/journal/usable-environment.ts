import type { Snapshot } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';
import type { SecretPolicy } from '../../security/policy/secret-policy.js';
import { findEnvironment } from './run-documents.js';

interface Rules {
  readonly policy: Pick<SecretPolicy, 'require' | 'trusts'>;
  readonly settings: { current(): { readonly Flows?: { readonly Environment?: string | undefined } } };
}

/** The environment to use. */
export interface UsableEnvironment {
  /** Undefined for the default one of the branch; null for none. */
  name: string | null | undefined;
  /** The default environment, where the branch may not use it. */
  left: string | undefined;
}

/**
 * Chooses the environment of a run, or of a use of a connection: the one that was asked for, that of `Flows.Environment`, or the
 * default one of the branch. A default that the branch may not use is left out.
 * @throws Problem environment_not_found
 */
export async function chooseEnvironment(
  { policy, settings }: Rules,
  snapshot: Snapshot,
  environmentName: string | undefined,
): Promise<UsableEnvironment> {
  const name = environmentName ?? settings.current().Flows?.Environment;
  const { branch } = snapshot;
  if (environmentName !== undefined || policy.trusts(branch)) return { name, left: undefined };
  const environment = findEnvironment(snapshot, name)?.name;
  if (environment === undefined) return { name, left: undefined };
  try {
    await policy.require({ branch, environment });
    return { name, left: undefined };
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'environment_not_allowed')) throw error;
    return { name: null, left: environment };
  }
}

/** The sentence about a default environment that was left out. */
export function warningAboutDefault(branch: string, environment: string): string {
  return `The default environment \`${environment}\` does not allow the branch \`${branch}\`, so none is used: there are no variables and no secrets. Name an environment that allows the branch, or list the branch in \`${environment}\` on production.`;
}
