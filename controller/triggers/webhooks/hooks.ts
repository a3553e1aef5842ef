import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Snapshot, Snapshots } from '../../catalog/index.js';
import type { WebhookPlan, WebhookSignature } from '../../flows/index.js';
import {
  headerScheme,
  hmacScheme,
  missingProof,
  namedSchemes,
  type SignatureScheme,
  type SignedRequest,
} from '../../git/forges/index.js';
import { Problem } from '../../problems/index.js';
import type { Run, RunService } from '../../runs/contract.js';
import { isSameSecret } from '../../security/signatures/compare.js';
import { isConstraintViolation, type Storage } from '../../storage/index.js';
import { getEntities, type TriggerDefinition } from '../schedules/definitions.js';
import type { OccurrenceLog } from '../schedules/occurrence-log.js';
import { type DeliveryStore, getDeliveryId } from './delivery-store.js';
import { MinuteLimit } from './minute-limit.js';

export interface HooksOptions {
  snapshots: Pick<Snapshots, 'fresh'>;
  runs: Pick<RunService, 'start' | 'get'>;
  deliveries: DeliveryStore;
  storage: Pick<Storage, 'commit'>;
  occurrences: OccurrenceLog;
  /** Production and the active branches; no other branch receives deliveries. */
  branches: readonly string[];
  /** The key of a signature, never empty, as the runs of a trigger may read it. @throws Problem */
  getSecret(
    snapshot: Snapshot,
    environment: string | undefined,
    secret: Pick<WebhookSignature, 'secret' | 'key'>,
  ): Promise<string>;
  isPaused(branch: string, trigger: string): Promise<boolean>;
  /** `Limits.WebhooksPerMinute`: how many one sender may bring to one webhook. */
  limit(): number;
  /** Called with each delivery: what became of it, and the problem of one that started nothing because of it. */
  report(delivery: DeliveryReport): void;
  now?: () => number;
}

/** A webhook takes as much as this many senders may bring. */
const sendersOfLimit = 10;

interface DeliveryAbout {
  branch: string;
  trigger: string;
}

export interface DeliveryReport extends DeliveryAbout {
  /** `answered`: the sender only checked the address. */
  outcome: 'started' | 'repeated' | 'skipped' | 'refused' | 'failed' | 'answered';
  problem?: unknown;
}

/** A request to the address of a webhook. */
export interface HookRequest extends SignedRequest {
  path: string;
  /** The network address that it came from, as limits count it. */
  sender: string;
  /**
   * Returns the request as flows receive it, with the body read by its media type; called once the signature was checked.
   * @throws Problem request_invalid
   */
  input(): HookInput;
}

interface HookInput extends JsonObject {
  /** By lower-case name, without credentials. */
  headers: Record<string, string>;
}

/** A check of the address of a webhook by its sender. */
export interface HookCheck {
  path: string;
  /** As in `HookRequest`. */
  sender: string;
  query: JsonObject;
}

/** The fate of a delivery. */
export type HookAnswer =
  | { run: Run; respond: WebhookPlan['respond']; isRepeated: boolean }
  /** The run of a repeated delivery that is no longer kept. */
  | { runId: string }
  | { skipped: 'paused' | 'disabled' }
  /** The sender has checked the address; nothing starts. */
  | { challenge: string };

/** Receives the deliveries of webhooks, and starts the flows of their triggers. */
export class Hooks {
  readonly #ofSender: MinuteLimit;
  readonly #ofAll: MinuteLimit;

  constructor(private readonly options: HooksOptions) {
    this.#ofSender = new MinuteLimit(() => options.limit());
    this.#ofAll = new MinuteLimit(() => options.limit() * sendersOfLimit);
  }

  /**
   * Checks a delivery and accepts its run durably, once for each id of a delivery.
   * @throws Problem webhook_not_found, signature_invalid, webhook_unusable, rate_limited, request_invalid, and those of
   * `RunService.start`
   */
  async receive(branch: string, request: HookRequest): Promise<HookAnswer> {
    const hook = this.options.branches.includes(branch)
      ? findHook(await this.options.snapshots.fresh(branch), request.path)
      : undefined;
    if (!hook) throw notFound(branch, request.path, deliveryNotFound);
    const { definition, webhook, snapshot } = hook;
    const about = { branch, trigger: definition.id };
    try {
      this.#admitSender(about, request.sender);
      const scheme = await this.#authenticate({ snapshot, definition, webhook }, request);
      const challenge = scheme?.findChallenge?.(request);
      if (challenge !== undefined) {
        this.options.report({ ...about, outcome: 'answered' });
        return { challenge };
      }
      const answer = await this.#recorded(about, () => this.#accept(branch, hook, { request, scheme }));
      this.options.report({ ...about, outcome: getOutcome(answer) });
      return answer;
    } catch (problem) {
      throw this.#noted(about, problem);
    }
  }

  /**
   * Answers a sender that checks the address by GET, and starts nothing.
   * @throws Problem webhook_not_found, signature_invalid, webhook_unusable, rate_limited
   */
  async check(branch: string, { path, sender, query }: HookCheck): Promise<Json> {
    const hook = this.options.branches.includes(branch)
      ? findHook(await this.options.snapshots.fresh(branch), path)
      : undefined;
    const check = hook?.webhook.check;
    if (!hook || !check) throw notFound(branch, path, checkNotFound);
    const about = { branch, trigger: hook.definition.id };
    try {
      this.#admitSender(about, sender);
      // All are compared, so that the duration does not reveal which one fits.
      const fits = await Promise.all(
        Object.entries(check.query).map(async ([name, expected]) => {
          const value = query[name];
          const text = typeof expected === 'string' ? expected : await this.#getSecret(hook, expected);
          return isSameSecret(typeof value === 'string' ? value : '', text) && typeof value === 'string';
        }),
      );
      if (fits.includes(false))
        throw new Problem('signature_invalid', 'The check of the address does not fit `webhook.verify`');
      const answer = await check.getAnswer({ method: 'GET', path, query });
      this.options.report({ ...about, outcome: 'answered' });
      return answer;
    } catch (problem) {
      throw this.#noted(about, problem);
    }
  }

  /** Reports a delivery or a check that was refused or failed, and returns its problem. */
  #noted(about: DeliveryAbout, problem: unknown): unknown {
    const isRefused = problem instanceof Problem && refusals.has(problem.code);
    this.options.report({ ...about, outcome: isRefused ? 'refused' : 'failed', problem });
    return problem;
  }

  #getSecret(
    { snapshot, definition }: Pick<FoundHook, 'snapshot' | 'definition'>,
    secret: Pick<WebhookSignature, 'secret' | 'key'>,
  ): Promise<string> {
    return this.options.getSecret(snapshot, definition.plan.environment, secret).catch((cause) => {
      // The sender learns nothing about secrets; the log does.
      throw new Problem('webhook_unusable', 'The signature cannot be checked at the moment', { cause });
    });
  }

  /** Comes before the signature, so that a sender of wrong ones uses up what it may send alone. */
  #admitSender({ branch, trigger }: DeliveryAbout, sender: string): void {
    const wait = this.#ofSender.take(`${branch} ${trigger} ${sender}`, this.#now());
    if (wait > 0) throw tooMany(`There are too many deliveries from ${sender} to this webhook`, wait);
  }

  /** Records a genuine delivery that starts nothing; that of a run is recorded with it. */
  async #recorded(about: DeliveryAbout, accept: () => Promise<HookAnswer>): Promise<HookAnswer> {
    const { storage, occurrences } = this.options;
    const key = { branch: about.branch, id: about.trigger };
    const record = (fate: Parameters<typeof occurrences.write>[2]) =>
      storage.commit([occurrences.write(key, 'webhook', fate)]);
    try {
      const answer = await accept();
      if ('skipped' in answer) await record(answer);
      return answer;
    } catch (problem) {
      if (!(problem instanceof Problem && refusals.has(problem.code)))
        await record({ problem }).catch(() => {});
      throw problem;
    }
  }

  async #authenticate(hook: FoundHook, request: HookRequest): Promise<SignatureScheme | undefined> {
    const { signature } = hook.webhook;
    if (!signature) return undefined;
    const secret = await this.#getSecret(hook, signature);
    const scheme = getScheme(signature);
    if (scheme.isGenuine(request, [secret], this.#now(), signature.toleranceMs)) return scheme;
    // The sender knows what it sent: an absent header reveals nothing of the secret.
    const missing = missingProof(scheme, request);
    const detail =
      missing === undefined
        ? `The signature (${signature.scheme}) does not fit the delivery`
        : `The delivery has no signature (${signature.scheme}): ${missing} is missing`;
    throw new Problem('signature_invalid', detail, {
      hints: ['Sign the bytes of the body with the secret of the webhook, at a clock that is right.'],
    });
  }

  async #accept(
    branch: string,
    { definition, webhook }: FoundHook,
    { request, scheme }: { request: HookRequest; scheme: SignatureScheme | undefined },
  ): Promise<HookAnswer> {
    const { id: trigger, plan } = definition;
    const wait = this.#ofAll.take(`${branch} ${trigger}`, this.#now());
    if (wait > 0) throw tooMany('The senders of this webhook bring too many deliveries together', wait);
    if (!plan.enabled) return { skipped: 'disabled' };
    if (await this.options.isPaused(branch, trigger)) return { skipped: 'paused' };
    const input = getInput(request, scheme);
    const key = webhook.getEventKey
      ? findText(await webhook.getEventKey(input))
      : scheme?.deliveryId(request);
    const delivery = key === undefined ? undefined : getDeliveryId(branch, trigger, key);
    const earlier = delivery && (await this.#earlier(delivery, webhook));
    if (earlier) return earlier;
    try {
      const run = await this.options.runs.start({
        branch,
        flow: plan.flow,
        principal: `trigger/${branch}/${trigger}`,
        trigger: 'webhook',
        ...(plan.toInput ? { input: await plan.toInput(input) } : { input, isHttp: true }),
        ...(plan.environment === undefined ? {} : { environment: plan.environment }),
        writesWith: (run) => [
          this.options.occurrences.write({ branch, id: trigger }, 'webhook', { run }),
          ...(delivery === undefined ? [] : [this.options.deliveries.record(delivery, run, this.#now())]),
        ],
      });
      return { run, respond: webhook.respond, isRepeated: false };
    } catch (error) {
      if (error instanceof Problem && error.code === 'flow_disabled') return { skipped: 'disabled' };
      // The same delivery came twice at once.
      const winner =
        delivery && isConstraintViolation(error) ? await this.#earlier(delivery, webhook) : undefined;
      if (winner) return winner;
      throw error;
    }
  }

  async #earlier(delivery: string, { respond }: WebhookPlan): Promise<HookAnswer | undefined> {
    const runId = await this.options.deliveries.findRun(delivery);
    if (runId === undefined) return undefined;
    try {
      return { run: await this.options.runs.get(runId), respond, isRepeated: true };
    } catch (error) {
      if (error instanceof Problem && error.code === 'run_not_found') return { runId };
      throw error;
    }
  }

  #now(): number {
    return this.options.now?.() ?? Date.now();
  }
}

interface FoundHook {
  snapshot: Snapshot;
  definition: TriggerDefinition;
  webhook: WebhookPlan;
}

/** The webhooks of a snapshot by path; each delivery asks for one. */
const cache = new WeakMap<Snapshot, ReadonlyMap<string, FoundHook>>();

function findHook(snapshot: Snapshot, path: string): FoundHook | undefined {
  const hooks =
    cache.get(snapshot) ??
    new Map(
      getEntities(snapshot).flatMap((definition): [string, FoundHook][] => {
        const { webhook } = definition.plan;
        return webhook ? [[webhook.path, { snapshot, definition, webhook }]] : [];
      }),
    );
  cache.set(snapshot, hooks);
  return hooks.get(path);
}

function getScheme({ scheme, header, prefix, timestampHeader, algorithm, encoding }: WebhookSignature) {
  if (scheme === 'header') return headerScheme(header);
  if (scheme !== 'hmac') return namedSchemes[scheme];
  return hmacScheme({ header, prefix, timestampHeader, algorithm, encoding });
}

/** The request as `input` and `dedupe` see it. */
function getInput(request: HookRequest, scheme: SignatureScheme | undefined): JsonObject {
  const input = request.input();
  const hidden = scheme?.secretHeaders ?? [];
  const headers = Object.entries(input.headers).filter(([name]) => !hidden.includes(name));
  return { ...input, path: request.path, headers: Object.fromEntries(headers) };
}

function findText(key: JsonObject[string]): string | undefined {
  if (key === null || key === undefined || key === '') return undefined;
  return typeof key === 'string' ? key : toJsonText(key);
}

function getOutcome(answer: HookAnswer): DeliveryReport['outcome'] {
  if ('skipped' in answer) return 'skipped';
  return 'run' in answer && !answer.isRepeated ? 'started' : 'repeated';
}

const refusals = new Set(['signature_invalid', 'rate_limited']);

const whereReady = 'is ready, on production or one of `Git.ActiveBranches`.';
const deliveryNotFound = {
  act: 'receives deliveries',
  hint: `The path is \`webhook.path\` of a trigger that ${whereReady}`,
};
const checkNotFound = {
  act: 'answers checks by GET',
  hint: `The path is \`webhook.path\` of a trigger that has \`webhook.verify\` and ${whereReady}`,
};

function notFound(branch: string, path: string, { act, hint }: typeof deliveryNotFound): Problem {
  const detail = `No trigger on the branch \`${branch}\` ${act} at \`${path}\``;
  return new Problem('webhook_not_found', detail, { hints: [hint] });
}

function tooMany(what: string, seconds: number): Problem {
  return new Problem('rate_limited', `${what}; the next may come in ${seconds} s`, {
    retryAfter: seconds,
    hints: [`Send it again in ${seconds} s, or raise \`Limits.WebhooksPerMinute\`.`],
  });
}
