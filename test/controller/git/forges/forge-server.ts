import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../../schemas/json/types.js';
import type { WorkTree } from '../git-fixture.js';
import { answerBitbucket, answerGitLab, type ForgeState } from './other-forges.js';

export interface ForgeCall {
  method: string;
  path: string;
  authorization: string | undefined;
  accept: string | undefined;
  body: JsonObject;
}

export type ForgeServerType = 'github' | 'gitea' | 'gitlab' | 'bitbucket';

/** The paths of the API of a forge, and of the repository of the tests in it. */
export const places: Readonly<Record<ForgeServerType, { api: string; repository: string }>> = {
  github: { api: '', repository: '/repos/ops/config' },
  gitea: { api: '/api/v1', repository: '/repos/ops/config' },
  gitlab: { api: '/api/v4', repository: '/projects/ops%2Fconfig' },
  bitbucket: { api: '/2.0', repository: '/repositories/ops/config' },
};

export interface ForgeServer {
  origin: string;
  /** The address for `Git.Forge.Url`. */
  apiUrl: string;
  calls: ForgeCall[];
  /** The head of each branch. */
  heads: Record<string, string>;
  /** Branches that do not merge. */
  conflicting: Set<string>;
  /** Failures for the next requests: a status, or a whole answer. */
  failures: (number | ForgeFailure)[];
  /** Accepts connections, and cuts them off. */
  isAway: boolean;
  /** Returns a failure for requests that it is to refuse. */
  refuses?: (request: { method: string; path: string }) => ForgeFailure | undefined;
  /** Makes comments, and never answers. */
  isSilent: boolean;
  /** Makes comments, and cuts the connection off before the answer. */
  isCutOff: boolean;
  /** Branches with a branch protection, and GitHub's rules of rulesets by branch. */
  protectedBranches: Set<string>;
  rules: Record<string, string[]>;
  pulls: Pull[];
  comments: ForgeComment[];
  /** The files that a pull request changes, by its number. */
  changes: Record<number, ChangedFile[]>;
  /** GitLab's statuses, by commit and name. */
  states: Map<string, string>;
  /** The bare repository it is the forge of: its branches are the heads, and merging merges. */
  repository?: WorkTree;
}

export interface ForgeFailure {
  status: number;
  headers?: Record<string, string>;
  message?: string;
}

export interface ChangedFile {
  path: string;
  /** Undefined for a removed file. */
  content: string | undefined;
  /** The path before a rename. */
  previous?: string;
}

export interface ForgeComment {
  id: number;
  /** The number of the pull request. */
  pull: number;
  body: string;
}

export interface Pull {
  number: number;
  html_url: string;
  title: string;
  body: string;
  state: 'open' | 'closed';
  merged: boolean;
  merged_at: string | null;
  merge_commit_sha: string | null;
  head: { ref: string; sha: string; repo?: { id: number } | null };
  base: { ref: string; repo?: { id: number } };
}

/** A loopback server that speaks the statuses and pull requests of GitHub or Gitea, with their statuses and texts. */
export async function serveForge(type: ForgeServerType): Promise<ForgeServer> {
  const pulls: Pull[] = [];
  const forge: ForgeServer = {
    origin: '',
    apiUrl: '',
    calls: [],
    heads: {},
    conflicting: new Set(),
    failures: [],
    isAway: false,
    isCutOff: false,
    isSilent: false,
    protectedBranches: new Set(),
    rules: {},
    pulls,
    comments: [],
    changes: {},
    states: new Map(),
  };
  const { api, repository } = places[type];
  const base = api + repository;
  const state: ForgeState = {
    forge,
    open(head, into, title) {
      const made = openPull(pulls.length + 1, { head, base: into, title, body: '' }, forge);
      pulls.push(made);
      return made;
    },
    merge: (pull) => mergePull(pull, forge),
  };
  const server = createServer(async (request, response) => {
    if (forge.isAway) return void response.destroy();
    const body = await getBody(request);
    const url = new URL(request.url ?? '/', 'http://host');
    const { method = 'GET', headers } = request;
    const { authorization, accept } = headers;
    forge.calls.push({ method, path: url.pathname, authorization, accept, body });
    const failure = forge.refuses?.({ method, path: url.pathname }) ?? forge.failures.shift();
    const answer = (status: number, value?: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(value === undefined ? '' : JSON.stringify(value));
    if (failure !== undefined) {
      const {
        status,
        headers = {},
        message = 'Bad times',
      } = typeof failure === 'number' ? { status: failure } : failure;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return answer(status, type === 'bitbucket' ? { type: 'error', error: { message } } : { message });
    }
    if (type === 'gitlab' || type === 'bitbucket') {
      if (forge.repository) for (const pull of pulls) lookAtBranch(pull, forge.repository);
      const answers = type === 'gitlab' ? answerGitLab : answerBitbucket;
      const { status, body: value, isCutOff } = answers(state, { method, url, body });
      return isCutOff ? void response.destroy() : answer(status, value);
    }
    const place = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : undefined;
    const [, kind, id, verb] = place?.split('/') ?? [];
    if (forge.repository) for (const pull of pulls) lookAtBranch(pull, forge.repository);
    if (kind === 'statuses' && method === 'POST') return answer(201, { id: 1, ...body });
    if (kind === 'branches' && method === 'GET') {
      const name = decodeURIComponent(id ?? '');
      if (forge.heads[name] === undefined) return answer(404, { message: 'Branch not found' });
      return answer(200, { name, protected: forge.protectedBranches.has(name) });
    }
    if (kind === 'rules' && type === 'github') {
      const rules = forge.rules[decodeURIComponent(verb ?? '')] ?? [];
      return answer(
        200,
        rules.map((rule) => ({ type: rule, ruleset_source_type: 'Repository', ruleset_id: 42 })),
      );
    }
    if (kind === 'issues') return answerComment(place?.split('/').slice(2) ?? [], url);
    if (kind === 'contents') {
      const path = decodeURIComponent(place?.slice('/contents/'.length) ?? '');
      const content = Object.values(forge.changes)
        .flat()
        .find((change) => change.path === path)?.content;
      if (content === undefined) return answer(404, { message: 'Not Found' });
      return answer(200, {
        type: 'file',
        encoding: 'base64',
        content: Buffer.from(content).toString('base64'),
      });
    }
    if (kind !== 'pulls') return answer(404, { message: 'Not Found' });
    const pull = pulls.find((one) => String(one.number) === id);
    if (id === undefined && method === 'GET') {
      if (Number(url.searchParams.get('page') ?? 1) > 1) return answer(200, []);
      const head = url.searchParams.get('head')?.replace('ops:', '');
      const open = pulls.filter(
        (one) => one.state === 'open' && (head === undefined || one.head.ref === head),
      );
      return answer(200, open);
    }
    if (id === undefined) {
      const head = String(body['head']);
      if (forge.repository && findHead(forge.repository, head) === undefined) {
        const text = 'Validation Failed';
        return type === 'github'
          ? answer(422, {
              message: text,
              errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }],
            })
          : answer(404, { message: "The target couldn't be found." });
      }
      const made = openPull(pulls.length + 1, body, forge);
      pulls.push(made);
      return answer(201, made);
    }
    if (!pull) return answer(404, { message: 'Not Found' });
    if (verb === 'files') {
      const isFirst = (url.searchParams.get('page') ?? '1') === '1';
      const files = (isFirst ? (forge.changes[pull.number] ?? []) : []).map(
        ({ path, content, previous }) => ({
          filename: path,
          status: previous
            ? 'renamed'
            : content === undefined
              ? type === 'gitea'
                ? 'deleted'
                : 'removed'
              : 'modified',
          ...(previous === undefined ? {} : { previous_filename: previous }),
        }),
      );
      return answer(200, files);
    }
    if (method === 'GET') return answer(200, pull);
    if (verb === 'merge') return merge(pull);
    pull.state = 'closed';
    return answer(type === 'gitea' ? 201 : 200, pull);

    /** `/issues/{number}/comments` and `/issues/comments/{id}`. */
    function answerComment([first = '', second = '']: readonly string[], { searchParams }: URL) {
      if (first === 'comments') {
        const comment = forge.comments.find(({ id }) => String(id) === second);
        if (!comment) return answer(404, { message: 'Not Found' });
        comment.body = String(body['body']);
        return answer(200, comment);
      }
      const pull = Number(first);
      if (method === 'POST') {
        const made = { id: 100 + forge.comments.length, pull, body: String(body['body']) };
        forge.comments.push(made);
        if (forge.isSilent) return;
        if (forge.isCutOff) return void response.destroy();
        return answer(201, made);
      }
      const size = type === 'github' ? Number(searchParams.get('per_page') ?? 30) : Number.POSITIVE_INFINITY;
      const page = Number(searchParams.get('page') ?? 1);
      const all = forge.comments.filter((comment) => comment.pull === pull);
      return answer(200, size === Number.POSITIVE_INFINITY ? all : all.slice((page - 1) * size, page * size));
    }

    function merge(one: Pull) {
      const expected = type === 'github' ? body['sha'] : body['head_commit_id'];
      if (expected !== one.head.sha) {
        return answer(409, {
          message: type === 'github' ? 'Head branch was modified.' : 'head out of date',
        });
      }
      if (forge.conflicting.has(one.head.ref)) {
        return answer(405, {
          message: type === 'github' ? 'Pull Request is not mergeable' : 'Please try again later',
        });
      }
      if (one.merged) return answer(405, { message: 'Pull Request is not mergeable' });
      mergePull(one, forge);
      return type === 'github' ? answer(200, { sha: one.merge_commit_sha, merged: true }) : answer(200);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  forge.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  forge.apiUrl = forge.origin + api;
  return forge;
}

/** Opens a pull request as people do on the pages of the forge. */
export function openPullFrom(forge: ForgeServer, head: string, base = 'main'): number {
  const number = forge.pulls.length + 1;
  forge.pulls.push(openPull(number, { head, base, title: 'Change', body: '' }, forge));
  return number;
}

/** As its own page does it. */
export function mergePull(pull: Pull, { repository }: ForgeServer): void {
  const revision = repository ? mergeCommit(repository, pull) : 'c'.repeat(40);
  Object.assign(pull, { state: 'closed', merged: true, merge_commit_sha: revision });
  pull.merged_at = '2026-01-01T00:00:00Z';
}

function mergeCommit(repository: WorkTree, { head, base, number }: Pull): string {
  const into = repository.head(base.ref);
  const tree = repository.git('merge-tree', '--write-tree', into, head.sha);
  const message = `Merge pull request #${number}`;
  const commit = repository.git('commit-tree', tree, '-p', into, '-p', head.sha, '-m', message);
  repository.git('update-ref', `refs/heads/${base.ref}`, commit, into);
  return commit;
}

/** Pushes move a pull request; without its branch it is closed. */
function lookAtBranch(pull: Pull, repository: WorkTree): void {
  // The branch of a fork is not here.
  if (pull.state !== 'open' || pull.head.repo?.id === 2) return;
  const tip = findHead(repository, pull.head.ref);
  if (tip === undefined) pull.state = 'closed';
  else pull.head.sha = tip;
}

function findHead(repository: WorkTree, branch: string): string | undefined {
  const tip = repository.git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`);
  return tip === '' ? undefined : tip;
}

function openPull(number: number, body: JsonObject, { heads, repository }: ForgeServer): Pull {
  const head = String(body['head']);
  const tip = repository && findHead(repository, head);
  return {
    number,
    html_url: `https://forge.example.com/ops/config/pull/${number}`,
    title: String(body['title']),
    body: String(body['body']),
    state: 'open',
    merged: false,
    merged_at: null,
    merge_commit_sha: null,
    head: { ref: head, sha: tip ?? heads[head] ?? 'a'.repeat(40) },
    base: { ref: String(body['base']) },
  };
}

async function getBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as JsonObject);
}
