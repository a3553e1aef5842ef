import { isObjectId, type Repository } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { ReadScope } from './contract.js';

/** The fewest characters of an abbreviated commit id. */
const minLength = 4;
/** The most steps back from a revision, `~n` and `^` together. */
const maxSteps = 10_000;

/** The commit of a revision, and its branch if the revision named one. */
export interface Revision {
  commit: string;
  branch: string | undefined;
}

/**
 * Returns the commit that `text` names on a branch with this tip, which `HEAD` stands for.
 * @throws Problem commit_not_found, also for a commit that is only on branches that the caller may not read
 */
export async function findRevision(
  repository: Repository,
  text: string,
  { tip, readScope }: { tip: string; readScope: ReadScope },
): Promise<Revision> {
  const [, name = '', steps = ''] = /^([^~^]+)((?:~\d{0,5}|\^)*)$/.exec(text) ?? [];
  const named = await namedBy(repository, name, tip, readScope);
  const commit = named && (await stepBack(repository, named.commit, steps));
  if (!named || commit === undefined) throw notFound(text);
  if (named.branch === undefined && !(await isVisible(repository, commit, tip, readScope)))
    throw notFound(text);
  return { commit, branch: steps === '' ? named.branch : undefined };
}

async function namedBy(
  repository: Repository,
  name: string,
  tip: string,
  readScope: ReadScope,
): Promise<Revision | undefined> {
  if (name === 'HEAD') return { commit: tip, branch: undefined };
  if (isObjectId(name)) {
    return (await repository.history.commit(name)) && { commit: name, branch: undefined };
  }
  const branchTip = await repository.resolveRef(name);
  if (branchTip !== undefined && readScope.mayRead(name)) return { commit: branchTip, branch: name };
  if (name.length < minLength || !/^[0-9a-f]{1,39}$/.test(name)) return undefined;
  const [first, ...others] = await repository.history.find(name, tip);
  if (others.length > 0) {
    throw new Problem('commit_not_found', `Several commits begin with \`${name}\`.`, {
      hints: ['Give more characters of the commit id.'],
    });
  }
  return first === undefined ? undefined : { commit: first, branch: undefined };
}

/** Follows `~2`, `^` and the like along the first parents. Returns undefined before the first commit. */
async function stepBack(repository: Repository, from: string, steps: string): Promise<string | undefined> {
  let count = 0;
  for (const [step] of steps.matchAll(/~\d*|\^/g)) count += Number(step.slice(1) || 1);
  let commit: string | undefined = from;
  for (let at = 0; at < Math.min(count, maxSteps) && commit !== undefined; at++) {
    commit = (await repository.history.commit(commit))?.parents[0];
  }
  return count > maxSteps ? undefined : commit;
}

async function isVisible(repository: Repository, commit: string, tip: string, readScope: ReadScope) {
  if (readScope.all || commit === tip || (await repository.history.isAncestor(commit, tip))) return true;
  for (const [name, other] of await repository.listBranches()) {
    if (readScope.mayRead(name) && (await repository.history.isAncestor(commit, other))) return true;
  }
  return false;
}

function notFound(text: string): Problem {
  return new Problem('commit_not_found', `\`${text.slice(0, 200)}\` is not a commit of this repository.`, {
    hints: [
      'Take a `commitHash` from the history of the entity. `HEAD`, short ids and branch names work, too.',
    ],
  });
}
