import { shortened } from '../../../schemas/shortened.js';

/** The subjects of messages; `Notify.On` names them. */
export type NoticeCause = 'faulted' | 'notReady' | 'held' | 'checks';

/** Something that failed. */
export interface NotifiedFailure {
  cause: NoticeCause;
  /** The thing that failed, in the words of a reader; happenings of one subject are counted together. */
  subject: string;
  /** The reason in one sentence, without secrets. */
  reason: string;
  /** The address to look at it. */
  link: string;
  /** ms since the epoch. */
  at: number;
}

interface NoticeItem {
  subject: string;
  count: number;
  /** Of the first happening, as `link`. */
  reason: string;
  link: string;
}

/** The happenings of one cause that are told in one message; of bounded size. */
export interface FailureSummary {
  count: number;
  /** ms since the epoch. */
  firstAt: number;
  lastAt: number;
  items: NoticeItem[];
}

/** A message for people. */
export interface Notice {
  /** `test` for one that only shows that messages arrive. */
  cause: NoticeCause | 'test';
  count: number;
  /** RFC 3339: when the first and the last of them happened. */
  since: string;
  until: string;
  title: string;
  /** The whole message, its title included. */
  text: string;
  /** The address of the first item. */
  link: string;
  items: readonly NoticeItem[];
}

/** Subjects that a message names. */
const maxNamed = 5;
const maxReasonLength = 300;
const maxSubjectLength = 200;

/** Adds a happening to those of its message. */
export function gather(gathered: FailureSummary | undefined, failure: NotifiedFailure): FailureSummary {
  const { subject, reason, link, at } = failure;
  const item = {
    subject: shortened(subject, maxSubjectLength),
    count: 1,
    reason: shortened(reason, maxReasonLength),
    link,
  };
  return merge(gathered, { count: 1, firstAt: at, lastAt: at, items: [item] });
}

/** Joins the happenings of two messages; those of `earlier` are named first. */
export function merge(earlier: FailureSummary | undefined, later: FailureSummary): FailureSummary {
  if (!earlier) return later;
  const items = earlier.items.map((item) => ({ ...item }));
  for (const item of later.items) {
    const same = items.find(({ subject }) => subject === item.subject);
    if (same) same.count += item.count;
    else if (items.length < maxNamed) items.push(item);
  }
  return {
    count: earlier.count + later.count,
    firstAt: Math.min(earlier.firstAt, later.firstAt),
    lastAt: Math.max(earlier.lastAt, later.lastAt),
    items,
  };
}

/** @param sender the name of the installation, which begins the title */
export function getNotice(cause: NoticeCause, gathered: FailureSummary, sender: string): Notice {
  const { count, firstAt, lastAt, items } = gathered;
  const title = `${sender}: ${titles[cause](count)} ${count === 1 ? 'at' : 'since'} ${inWords(firstAt)}`;
  const named = items.reduce((sum, item) => sum + item.count, 0);
  const lines = items.map(
    ({ subject, count: times, reason, link }) =>
      `- ${subject}${times > 1 ? ` (${counted(times)} times, the first:)` : ':'} ${reason} ${link}`,
  );
  if (count > named) lines.push(`- and ${counted(count - named)} more`);
  return {
    cause,
    count,
    since: new Date(firstAt).toISOString(),
    until: new Date(lastAt).toISOString(),
    title,
    text: [title, ...lines, advice[cause]].join('\n'),
    link: items[0]?.link ?? '',
    items,
  };
}

/** Returns a message that shows that messages arrive. @param link the address of the installation */
export function createTestNotice(sender: string, link: string, at: number): Notice {
  const title = `${sender}: test message at ${inWords(at)}`;
  const moment = new Date(at).toISOString();
  const text = [title, `Messages about what fails arrive here. ${link}`].join('\n');
  return { cause: 'test', count: 0, since: moment, until: moment, title, text, link, items: [] };
}

const titles: Readonly<Record<NoticeCause, (count: number) => string>> = {
  faulted: (count) => (count === 1 ? '1 run failed' : `${counted(count)} runs failed`),
  notReady: (count) =>
    count === 1 ? '1 entity became not ready' : `${counted(count)} entities became not ready`,
  held: (count) => (count === 1 ? '1 commit was held back' : `${counted(count)} commits were held back`),
  checks: (count) =>
    count === 1
      ? '1 check of the installation failed'
      : `${counted(count)} checks of the installation failed`,
};

const advice: Readonly<Record<NoticeCause, string>> = {
  faulted: 'See them with `svc runs list --status faulted`, and one with `svc runs show <id>`.',
  notReady: 'Their last good versions stay in service. See the findings with `svc status`.',
  held: 'The commit before stays in service. See the reason with `svc status`.',
  checks: 'See what to do with `svc status`.',
};

function counted(count: number): string {
  return count.toLocaleString('en');
}

function inWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
