import type { JsonObject } from '../../../../schemas/json/types.js';
import type { ForgeServer, Pull } from './forge-server.js';

export interface ForgeRequest {
  method: string;
  url: URL;
  body: JsonObject;
}

export interface ForgeAnswer {
  status: number;
  body?: unknown;
  /** True for a connection that is cut off in place of an answer. */
  isCutOff?: boolean;
}

/** The parts of a server that its requests change. */
export interface ForgeState {
  forge: ForgeServer;
  open(head: string, base: string, title: string): Pull;
  merge(pull: Pull): void;
}

const notFound: ForgeAnswer = { status: 404, body: { message: '404 Not found' } };

/** GitLab's API v4, as far as svc calls it, with its statuses and texts. */
export function answerGitLab({ forge, open, merge }: ForgeState, request: ForgeRequest): ForgeAnswer {
  const { method, url, body } = request;
  const base = '/api/v4/projects/ops%2Fconfig';
  if (!url.pathname.startsWith(`${base}/`)) return notFound;
  const [kind = '', id = '', ...rest] = url.pathname.slice(base.length + 1).split('/');
  if (kind === 'statuses') return setGitLabStatus(forge, id, body);
  if (kind === 'repository' && id === 'branches') return readBranch(forge, rest[0]);
  if (kind === 'repository' && id === 'files') return readGitLabFile(forge, rest[0]);
  if (kind !== 'merge_requests') return notFound;
  if (id === '') {
    if (method === 'POST') {
      const made = open(String(body['source_branch']), String(body['target_branch']), String(body['title']));
      return { status: 201, body: toMergeRequest(made) };
    }
    const source = url.searchParams.get('source_branch');
    const all = forge.pulls.filter(
      ({ state, head }) => state === 'open' && (source === null || head.ref === source),
    );
    return { status: 200, body: getPage(all, url, 20).map(toMergeRequest) };
  }
  const pull = forge.pulls.find(({ number }) => String(number) === id);
  if (!pull) return notFound;
  const [part, note] = rest;
  if (part === 'notes') return answerNote(forge, pull, note, request);
  if (part === 'diffs') {
    const changes = getPage(forge.changes[pull.number] ?? [], url, 20).map(({ path, previous, content }) => ({
      old_path: previous ?? path,
      new_path: path,
      new_file: previous === undefined && content !== undefined,
      renamed_file: previous !== undefined,
      deleted_file: content === undefined,
    }));
    return { status: 200, body: changes };
  }
  if (part === 'merge') {
    if (body['sha'] !== pull.head.sha)
      return { status: 409, body: { message: 'SHA does not match HEAD of source branch' } };
    if (forge.conflicting.has(pull.head.ref))
      return { status: 422, body: { message: 'Branch cannot be merged' } };
    merge(pull);
  } else if (body['state_event'] === 'close') pull.state = 'closed';
  return { status: 200, body: toMergeRequest(pull) };
}

function setGitLabStatus(forge: ForgeServer, revision: string, body: JsonObject): ForgeAnswer {
  const key = `${revision} ${body['name']}`;
  if (forge.states.get(key) === body['state'])
    return { status: 400, body: { message: `Cannot transition status via :enqueue from :${body['state']}` } };
  forge.states.set(key, String(body['state']));
  return { status: 201, body: { id: 1, sha: revision, status: body['state'], name: body['name'] } };
}

function answerNote(
  forge: ForgeServer,
  { number }: Pull,
  note: string | undefined,
  { method, url, body }: ForgeRequest,
): ForgeAnswer {
  const text = String(body['body']);
  if (note !== undefined) return changeComment(forge, note, text, (comment) => comment);
  if (method === 'POST') return addComment(forge, number, text, (comment) => comment);
  const system = { id: 7, body: 'added 1 commit', system: true };
  const own = forge.comments.filter(({ pull }) => pull === number);
  return { status: 200, body: getPage([system, ...own], url, 20) };
}

function readGitLabFile(forge: ForgeServer, path = ''): ForgeAnswer {
  const name = decodeURIComponent(path);
  const content = Object.values(forge.changes)
    .flat()
    .find((change) => change.path === name)?.content;
  if (content === undefined) return notFound;
  return {
    status: 200,
    body: { file_path: name, encoding: 'base64', content: Buffer.from(content).toString('base64') },
  };
}

function toMergeRequest({ number, title, state, merged, head, base, merge_commit_sha }: Pull) {
  return {
    id: 1_000 + number,
    iid: number,
    title,
    state: merged ? 'merged' : state === 'open' ? 'opened' : 'closed',
    web_url: `https://forge.example.com/ops/config/-/merge_requests/${number}`,
    source_branch: head.ref,
    target_branch: base.ref,
    sha: head.sha,
    source_project_id: head.repo === undefined ? 1 : (head.repo?.id ?? null),
    target_project_id: 1,
    merge_commit_sha,
    squash_commit_sha: null,
  };
}

/** Bitbucket Cloud's API 2.0, as far as svc calls it. */
export function answerBitbucket({ forge, open, merge }: ForgeState, request: ForgeRequest): ForgeAnswer {
  const { method, url, body } = request;
  const base = '/2.0/repositories/ops/config';
  const missing: ForgeAnswer = {
    status: 404,
    body: { type: 'error', error: { message: 'Resource not found' } },
  };
  if (!url.pathname.startsWith(`${base}/`)) return missing;
  const [kind = '', id = '', part = '', comment] = url.pathname.slice(base.length + 1).split('/');
  if (kind === 'commit' && part === 'statuses')
    return body['url'] === undefined
      ? { status: 400, body: { type: 'error', error: { message: 'url: required key not provided' } } }
      : { status: 201, body };
  if (kind === 'commit') return { status: 200, body: { type: 'commit', hash: id.padEnd(40, 'c') } };
  if (kind === 'branch-restrictions') {
    const pattern = url.searchParams.get('pattern') ?? '';
    const values = forge.protectedBranches.has(pattern) ? [{ kind: 'push', pattern }] : [];
    return { status: 200, body: { values } };
  }
  if (kind !== 'pullrequests') return missing;
  if (id === '') {
    if (method === 'POST') return { status: 201, body: toBitbucketPull(openFromBody(body, open)) };
    const wanted = /source\.branch\.name="([^"]+)"/.exec(url.searchParams.get('q') ?? '')?.[1];
    const all = forge.pulls.filter(
      ({ state, head }) => state === 'open' && (wanted === undefined || head.ref === wanted),
    );
    return toPagedAnswer(all.map(toBitbucketPull), url);
  }
  const pull = forge.pulls.find(({ number }) => String(number) === id);
  if (!pull) return missing;
  if (part === 'comments') {
    const text = String((body['content'] as JsonObject | undefined)?.['raw']);
    const show = ({ id: number, body: raw }: { id: number; body: string }) => ({
      id: number,
      content: { raw },
    });
    if (comment !== undefined) return changeComment(forge, comment, text, show);
    if (method === 'POST') return addComment(forge, pull.number, text, show);
    return toPagedAnswer(forge.comments.filter((each) => each.pull === pull.number).map(show), url);
  }
  if (part === 'merge') {
    if (forge.conflicting.has(pull.head.ref))
      return {
        status: 409,
        body: { type: 'error', error: { message: 'You can’t merge until conflicts end' } },
      };
    merge(pull);
  }
  if (part === 'decline') pull.state = 'closed';
  return { status: 200, body: toBitbucketPull(pull) };
}

function openFromBody(body: JsonObject, open: ForgeState['open']): Pull {
  const getBranch = (side: string): string =>
    String(((body[side] as JsonObject)['branch'] as JsonObject)['name']);
  return open(getBranch('source'), getBranch('destination'), String(body['title']));
}

/** Commits have 12 digits in a pull request. */
function toBitbucketPull({ number, title, state, merged, head, base, merge_commit_sha }: Pull) {
  return {
    type: 'pullrequest',
    id: number,
    title,
    state: merged ? 'MERGED' : state === 'open' ? 'OPEN' : 'DECLINED',
    links: { html: { href: `https://bitbucket.org/ops/config/pull-requests/${number}` } },
    source: {
      branch: { name: head.ref },
      commit: { hash: head.sha.slice(0, 12) },
      repository:
        head.repo === null ? null : { full_name: head.repo?.id === 2 ? 'eve/config' : 'ops/config' },
    },
    destination: { branch: { name: base.ref }, repository: { full_name: 'ops/config' } },
    merge_commit: merge_commit_sha === null ? null : { hash: merge_commit_sha.slice(0, 12) },
  };
}

/** The address of the next page leads to another server, where no token may go. */
function toPagedAnswer(all: unknown[], url: URL): ForgeAnswer {
  const values = getPage(all, url, 10);
  const page = Number(url.searchParams.get('page') ?? 1);
  if (page > 1 && values.length === 0)
    return { status: 404, body: { type: 'error', error: { message: 'Invalid page' } } };
  return { status: 200, body: { values, page, next: 'http://127.0.0.1:1/elsewhere?page=2' } };
}

function getPage<T>(all: readonly T[], { searchParams }: URL, usual: number): T[] {
  const size = Number(searchParams.get('per_page') ?? searchParams.get('pagelen') ?? usual);
  const page = Number(searchParams.get('page') ?? 1);
  return all.slice((page - 1) * size, page * size);
}

type Shown = (comment: { id: number; body: string }) => object;

function addComment(forge: ForgeServer, pull: number, body: string, show: Shown): ForgeAnswer {
  const made = { id: 100 + forge.comments.length, pull, body };
  forge.comments.push(made);
  return { status: 201, body: show(made), isCutOff: forge.isCutOff };
}

function changeComment(forge: ForgeServer, id: string, body: string, show: Shown): ForgeAnswer {
  const comment = forge.comments.find((each) => String(each.id) === id);
  if (!comment) return notFound;
  comment.body = body;
  return { status: 200, body: show(comment) };
}

function readBranch(forge: ForgeServer, name = ''): ForgeAnswer {
  const branch = decodeURIComponent(name);
  if (forge.heads[branch] === undefined) return notFound;
  return { status: 200, body: { name: branch, protected: forge.protectedBranches.has(branch) } };
}
