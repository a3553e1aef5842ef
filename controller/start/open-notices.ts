import type { JsonObject, Settings } from '../../schemas/index.js';
import { shortened } from '../../schemas/shortened.js';
import type { Quarantine } from '../backups/index.js';
import { readinessChanges } from '../catalog/index.js';
import { untilAborted, within } from '../concurrency/signals.js';
import {
  createTestNotice,
  formatMail,
  type Notice,
  Notices,
  type NotifiedFailure,
  webhookReceiver,
} from '../delivery/index.js';
import { type Check, type Diagnosis, noticesCheck } from '../observability/index.js';
import { Problem } from '../problems/index.js';
import type { ReconcileEvent, Reconciler } from '../reconciler/contract.js';
import type { ConnectionService } from '../runs/contract.js';
import type { EndedRun } from '../runs/index.js';
import type { Vault } from '../security/vault/contract.js';
import { InstallationFacts } from '../storage/index.js';
import type { Base } from './base.js';
import { compileArguments } from './notice-arguments.js';
import { followSnapshots } from './operator-log.js';

type Notify = Settings['Notify'];

/** The first look at the checks, and the time between two looks. */
const usualLooks = { firstMs: 60_000, everyMs: 600_000 };
/** Secrets in a reason are masked before it is shortened for readers. */
const maxReasonLength = 2_000;
/** Of a test message. */
const maxTestMs = 30_000;
/** Entities of one commit that are told. */
const maxEntities = 1_000;

/** The branches that people are told of. */
interface NotifiedBranches {
  production: string;
  /** Production and the active branches. */
  active: readonly string[];
}

/** Tells people what fails. Without the setting `Notify` all of it does nothing. */
export interface OpenNotices {
  /** Notes what failed. */
  add(failures: readonly NotifiedFailure[]): void;
  /** Notes what commits break. Call it before the first branch is read. */
  follow(reconciler: Pick<Reconciler, 'onApplied' | 'onEvents' | 'status'>, branches: NotifiedBranches): void;
  /** Sends messages from now on. */
  start(connections: ConnectionService, production: string): void;
  /** Looks at the checks of the installation from now on. */
  watch(health: () => Promise<Diagnosis>, looks?: typeof usualLooks): void;
  /**
   * Sends a message now that only shows that messages arrive, also during a quarantine.
   * @throws Problem notify_not_set without a receiver
   */
  test(signal: AbortSignal): Promise<NoticeTest>;
  /** The check of the receiver. */
  readonly checks: readonly Check[];
}

/** The outcome of a test message. */
export interface NoticeTest {
  ok: boolean;
  /** The receiver, in words. */
  receiver: string;
  /** The reason for which the receiver did not take it, without secrets; null when it did. */
  message: string | null;
}

/** @throws Problem settings_invalid for an expression in `Notify.Connection.With` that cannot be read */
export async function openNotices(
  base: Base,
  vault: Pick<Vault, 'mask'>,
  quarantine: Pick<Quarantine, 'isActive' | 'onChange'>,
): Promise<OpenNotices> {
  const { Notify } = base.settings;
  if (!Notify.Connection && !Notify.Webhook && !Notify.Mail)
    return {
      add() {},
      follow() {},
      start() {},
      watch() {},
      async test() {
        throw new Problem('notify_not_set', 'The settings name no receiver of messages.');
      },
      checks: [],
    };
  const { storage, log, closers, settings } = base;
  const fill = compileArguments((Notify.Connection?.With ?? {}) as JsonObject);
  const notices = await Notices.open({
    storage,
    facts: new InstallationFacts(storage),
    mask: vault.mask.bind(vault),
    sender: settings.Server.Name ?? 'svc',
    windowMs: Notify.Window * 1_000,
    failed(err, cause, isFinal) {
      const code = err instanceof Problem ? err.code : 'delivery_failed';
      const message = isFinal ? 'notice given up until more of the same happens' : 'notice not sent yet';
      log.warn({ code, cause, err }, message);
    },
    isHeld: () => quarantine.isActive,
    report: (err) => log.error({ err }, 'notices not kept'),
  });
  quarantine.onChange(() => notices.resume());
  closers.add(() => notices.close());
  const causes = new Set<string>(Notify.On);
  const add = (failures: readonly NotifiedFailure[]): void =>
    notices.add(failures.filter(({ cause }) => causes.has(cause)));
  const opened = new FollowedNotices(base, Notify, notices, { add, fill });
  return {
    add,
    follow: (reconciler, branches) => opened.follow(reconciler, branches),
    start: (connections, production) => opened.start(connections, production),
    watch: (health, looks) => opened.watch(health, looks),
    test: (signal) => opened.test(signal, vault),
    checks: [
      noticesCheck(
        getReceiver(Notify),
        () => opened.problem(),
        () => notices.state(),
      ),
    ],
  };
}

class FollowedNotices {
  #sending: { connections: ConnectionService; production: string } | undefined;
  /** The problem that the log names already. */
  #logged: string | undefined;

  constructor(
    private readonly base: Base,
    private readonly notify: Notify,
    private readonly notices: Notices,
    private readonly parts: {
      add(failures: readonly NotifiedFailure[]): void;
      fill: ReturnType<typeof compileArguments>;
    },
  ) {}

  follow(reconciler: Parameters<OpenNotices['follow']>[0], { active, production }: NotifiedBranches): void {
    const isActive = new Set(active);
    followSnapshots(reconciler, (snapshot, before) => {
      const { branch, revision } = snapshot;
      if (!isActive.has(branch)) return;
      const name = `ready ${branch}`;
      const hasReceiver = !before && this.notices.recall(name) === revision;
      this.notices.remember(name, revision);
      if (hasReceiver) return;
      const broken = readinessChanges(before, snapshot)
        .filter(({ isReady }) => !isReady)
        .slice(0, maxEntities);
      this.parts.add(
        broken.map(({ kind, name: entity }) => ({
          cause: 'notReady',
          subject: `${kind} ${entity}${onBranch(branch, production)}`,
          reason: shortened(snapshot.status(kind, entity)?.conditions[0]?.message ?? '', maxReasonLength),
          link: this.#link(`${encodeURIComponent(branch)}/entities/platform/${kind}/${entity}`),
          at: Date.now(),
        })),
      );
    });
    reconciler.onEvents((events) => {
      const held = events.filter(({ branch }) => isActive.has(branch)).flatMap((event) => this.#held(event));
      this.parts.add(held);
    });
    reconciler.onApplied(({ branch }) => {
      if (branch === production) void this.#logProblem();
    });
  }

  start(connections: ConnectionService, production: string): void {
    this.#sending = { connections, production };
    this.notices.start((notice, signal) => this.#send(notice, signal));
    void this.#logProblem();
  }

  /** Looks at the checks now and then; a look that throws is one that failed. */
  watch(health: () => Promise<Diagnosis>, { firstMs, everyMs } = usualLooks): void {
    if (!this.notify.On.includes('checks')) return;
    const look = async (): Promise<void> => {
      const { checks } = await health();
      const failing = checks.filter(({ name, status }) => status === 'fail' && name !== 'notify');
      const before = new Set((this.notices.recall('checks') ?? '').split('\n'));
      this.notices.remember('checks', failing.map(({ name }) => name).join('\n'));
      this.parts.add(
        failing
          .filter(({ name }) => !before.has(name))
          .map(({ name, detail, hint = '' }) => ({
            cause: 'checks',
            subject: name,
            reason: shortened(`${detail}. ${hint}`, maxReasonLength),
            link: this.#link('platform/diagnostics'),
            at: Date.now(),
          })),
      );
    };
    const every = (ms: number): NodeJS.Timeout =>
      setTimeout(() => {
        look()
          .catch((err) => this.base.log.error({ err }, 'checks not run'))
          .finally(() => {
            timer = every(everyMs);
          });
      }, ms).unref();
    let timer = every(firstMs);
    this.base.closers.add(() => clearTimeout(timer));
  }

  /** Returns why no message can be sent, as far as that is known without sending one. */
  async problem(): Promise<Problem | undefined> {
    const { Webhook, Connection, Mail } = this.notify;
    if (Webhook || !this.#sending) return undefined;
    const { connections } = this.#sending;
    const use = this.#use();
    const { connection } = use;
    const action = Connection?.Action ?? '';
    try {
      const { connector, actions } = await connections.getActions(use);
      if (Mail) return connector === 'smtp' ? undefined : notMail(connection, connector);
      if (!actions || Object.hasOwn(actions, action)) return undefined;
      const detail = `The connection \`${connection}\` has no action \`${action}\`, which \`Notify.Connection.Action\` names`;
      const hints = [`Its actions are ${Object.keys(actions).join(', ')}.`];
      return new Problem('action_unknown', detail, { hints });
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  async test(signal: AbortSignal, sealing: Pick<Vault, 'mask'>): Promise<NoticeTest> {
    const receiver = getReceiver(this.notify);
    const notice = createTestNotice(
      this.base.settings.Server.Name ?? 'svc',
      this.base.address.url,
      Date.now(),
    );
    try {
      await within(maxTestMs, signal, (limited) => untilAborted(this.#send(notice, limited), limited));
      return { ok: true, receiver, message: null };
    } catch (error) {
      if (signal.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, receiver, message: shortened(sealing.mask(message), maxReasonLength) };
    }
  }

  async #send(notice: Notice, signal: AbortSignal): Promise<void> {
    const { Webhook, Mail, Connection } = this.notify;
    if (Webhook) return webhookReceiver(Webhook)(notice, signal);
    const call = Mail
      ? { action: 'send', input: formatMail(Mail, notice) }
      : { action: Connection?.Action ?? '', input: await this.parts.fill(notice) };
    await this.#sending?.connections.invoke(this.#use(), call, signal);
  }

  #use() {
    const { Connection, Mail } = this.notify;
    const connection = Connection?.Name ?? Mail?.Connection ?? '';
    const environment = (Connection ?? Mail)?.Environment;
    const branch = this.#sending?.production ?? '';
    return { branch, connection, principal: 'svc', ...(environment === undefined ? {} : { environment }) };
  }

  /** Logs a receiver that the newest commit of production leaves without its connection, once for each problem. */
  async #logProblem(): Promise<void> {
    const problem = await this.problem().catch(() => undefined);
    if (problem?.message === this.#logged) return;
    this.#logged = problem?.message;
    if (!problem) return;
    const { code, message: detail, hints } = problem;
    this.base.log.warn({ code, detail, hints }, 'notices cannot be sent');
  }

  /** Returns a held commit, once for each commit and reason, also after a restart. */
  #held(event: ReconcileEvent): NotifiedFailure[] {
    if (event.type === 'dev.svc.sync.succeeded.v1') this.notices.remember(`held ${event.branch}`, '');
    if (event.type !== 'dev.svc.sync.failed.v1') return [];
    const { branch, revision, data } = event;
    if (!heldCodes.has(data.code)) return [];
    const name = `held ${branch}`;
    const text = `${revision} ${data.code}`;
    if (this.notices.recall(name) === text) return [];
    this.notices.remember(name, text);
    return [
      {
        cause: 'held',
        subject: `commit ${revision.slice(0, 12)} on branch ${branch}`,
        reason: shortened(data.message, maxReasonLength),
        link: this.#link(`${encodeURIComponent(branch)}/cicd/sync`),
        at: Date.now(),
      },
    ];
  }

  #link(path: string): string {
    return `${this.base.address.url}/api/v1/${path}`;
  }
}

/** The codes of failures that hold a commit as a whole. */
const heldCodes: ReadonlySet<string> = new Set(['prune_held', 'commit_held', 'commit_unverified']);

/** Returns what a faulted run means for people; nothing for a child run, whose parent decides, and on other branches. */
export function toFault(
  { id, flow, branch, environment, error, endedAt, parentRunId }: EndedRun,
  {
    active,
    production,
    address,
  }: { active: ReadonlySet<string>; production: string; address: { readonly url: string } },
): NotifiedFailure[] {
  if (parentRunId !== null || !active.has(branch)) return [];
  const { title, detail } = error ?? {};
  const [sentence = ''] = (detail ?? title ?? 'It gave no reason').split('\n', 1);
  return [
    {
      cause: 'faulted',
      subject: `${flow}${environment === null ? '' : ` in ${environment}`}${onBranch(branch, production)}`,
      reason: shortened(sentence, maxReasonLength),
      link: `${address.url}/api/v1/${encodeURIComponent(branch)}/runs/${id}`,
      at: endedAt ?? Date.now(),
    },
  ];
}

function onBranch(branch: string, production: string): string {
  return branch === production ? '' : ` on branch ${branch}`;
}

function getReceiver({ Connection, Mail, Webhook }: Notify): string {
  if (Webhook) return 'the address of `Notify.Webhook`';
  return Mail
    ? `${Mail.To.join(', ')} over the connection \`${Mail.Connection}\``
    : `the connection \`${Connection?.Name}\``;
}

function notMail(connection: string, connector: string): Problem {
  const detail = `The connection \`${connection}\`, which \`Notify.Mail\` names, is one of \`${connector}\` and sends no mails`;
  const hints = ['Name a connection of `smtp`, or use `Notify.Connection` in place of `Notify.Mail`.'];
  return new Problem('connection_unusable', detail, { hints });
}
