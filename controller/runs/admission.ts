import { createHash } from 'node:crypto';
import type { Json } from '../../schemas/json.js';
import type { EntityRecord, Snapshot } from '../catalog/contract.js';
import { problemDetail } from '../catalog/problem-detail.js';
import type { FlowPlan } from '../flows/contract.js';
import { nearest, Problem } from '../problems/index.js';
import type { RunRequest } from './contract.js';

/** What a request to run a flow comes down to, once it is known to be right. */
export interface Admission {
  flow: EntityRecord;
  plan: FlowPlan;
  environment: EntityRecord | undefined;
}

/**
 * Checks a request against the snapshot before a run exists.
 * @throws Problem flow_not_found, entity_invalid, environment_not_found, parameters_invalid
 */
export function admit(snapshot: Snapshot, request: RunRequest): Admission {
  const flow = snapshot.get('flow', request.flow);
  if (!flow) throw noFlow(snapshot, request.flow);
  const plan = flow.compiled as FlowPlan;
  const environment = findEnvironment(snapshot, request.environment);
  const findings = plan.checkInput(request.input);
  if (findings.length > 0) {
    const named = findings.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join('; ');
    throw new Problem(
      'parameters_invalid',
      `The flow \`${flow.name}\` does not take these parameters: ${named}`,
      {
        errors: findings,
        hints: [
          `\`GET /api/v1/${encodeURIComponent(snapshot.branch)}/flows/${flow.name}/context\` shows what it takes.`,
        ],
      },
    );
  }
  return { flow, plan, environment };
}

function noFlow(snapshot: Snapshot, name: string): Problem {
  const status = snapshot.status('flow', name);
  if (status) {
    const ready = status.conditions.find((condition) => condition.type === 'Ready');
    return new Problem(
      'entity_invalid',
      `The flow \`${name}\` cannot run: ${ready?.message ?? 'it is not valid'}`,
      {
        errors: status.findings.map(problemDetail),
      },
    );
  }
  const names = snapshot.list('flow').map((flow) => flow.name);
  const near = nearest(name, names);
  return new Problem('flow_not_found', `There is no flow \`${name}\` on the branch \`${snapshot.branch}\``, {
    hints: [
      near
        ? `Did you mean \`${near}\`?`
        : listed(names, `/api/v1/${encodeURIComponent(snapshot.branch)}/flows`),
    ],
  });
}

/** The environment asked for, else the one marked as default, else none. */
export function findEnvironment(snapshot: Snapshot, name: string | undefined): EntityRecord | undefined {
  const environments = snapshot.list('environment');
  if (name === undefined)
    return environments.find((environment) => environment.definition['default'] === true);
  const environment = snapshot.get('environment', name);
  if (environment) return environment;
  const names = environments.map((candidate) => candidate.name);
  const near = nearest(name, names);
  throw new Problem(
    'environment_not_found',
    `There is no environment \`${name}\` on the branch \`${snapshot.branch}\``,
    {
      hints: [
        near
          ? `Did you mean \`${near}\`?`
          : listed(names, `/api/v1/${encodeURIComponent(snapshot.branch)}/environments`),
      ],
    },
  );
}

function listed(names: readonly string[], path: string): string {
  if (names.length === 0) return 'There are none on this branch yet.';
  const shown = names.slice(0, 10).map((name) => `\`${name}\``);
  return names.length > 10 ? `\`GET ${path}\` lists all ${names.length}.` : `There are: ${shown.join(', ')}.`;
}

/** Tells whether two requests with one idempotency key ask for the same. */
export function requestDigest(request: RunRequest): string {
  const asked: Json = [request.branch, request.flow, request.environment ?? null, request.input];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
