import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CommitRequest,
  Mirror,
  openRemote,
  openRepository,
  type RepairOutcome,
  type Repository,
  RepositoryRepair,
} from '../../../../controller/git/index.js';
import { manyFiles, temporaryFolder, WorkTree } from '../git-fixture.js';

export const ada = { name: 'Ada', email: 'ada@example.com' };

export interface Followed {
  dir: string;
  repository: Repository;
  mirror: Mirror;
  repair: RepositoryRepair;
  /** Causes of repairs that have begun. */
  begun: string[];
  outcomes: RepairOutcome[];
  close(): Promise<void>;
}

/** Opens the repository at `dir` as svc does, with a mirror of the remote at `address`. */
export async function open(dir: string, address: string): Promise<Followed> {
  const repository = await openRepository(dir, { isRepaired: true });
  const begun: string[] = [];
  const outcomes: RepairOutcome[] = [];
  const repair = new RepositoryRepair({
    repository,
    location: address,
    openRemote: (gitDir, objects) => openRemote(address, { gitDir, objects, baseDir: '/' }),
    observer: { begun: (cause) => begun.push(cause), done: (outcome) => outcomes.push(outcome) },
  });
  await repair.begin();
  const remote = await openRemote(address, { gitDir: dir, objects: repository.objects, baseDir: '/' });
  const mirror = new Mirror(repository, remote, repair);
  const close = async () => {
    mirror.close();
    await repository.close();
  };
  return { dir, repository, mirror, repair, begun, outcomes, close };
}

/** A remote with two commits of 120 files, and a new local repository that has fetched it. */
export async function remoteWithFiles(): Promise<{
  work: WorkTree;
  bare: string;
  root: string;
  dir: string;
}> {
  const root = temporaryFolder();
  const work = WorkTree.create(join(root, 'work'));
  work.commit(manyFiles(120), 'first');
  work.commit({ 'environments/0/env-0.yaml': 'kind: environment\nname: env-0\n' }, 'second');
  const bare = join(root, 'remote.git');
  work.git('clone', '--quiet', '--bare', work.dir, bare);
  work.git('remote', 'add', 'origin', bare);
  return { work, bare, root, dir: join(root, 'data', 'repository.git') };
}

export function getPacks(dir: string, end = '.pack'): string[] {
  const folder = join(dir, 'objects', 'pack');
  const names = readdirSync(folder).filter((name) => name.endsWith(end));
  return names.map((name) => join(folder, name)).sort((a, b) => statSync(b).size - statSync(a).size);
}

/** Writes over the middle of a file, up to 4 KiB of it. */
export function overwrite(path: string | undefined): void {
  if (path === undefined) throw new Error('There is no such file');
  chmodSync(path, 0o644);
  const bytes = readFileSync(path);
  const length = Math.min(4_096, Math.floor(bytes.length / 2));
  bytes.fill(0x5a, Math.floor((bytes.length - length) / 2), Math.floor((bytes.length + length) / 2));
  writeFileSync(path, bytes);
}

/** The file of an object that has one of its own. */
export function looseFile(dir: string, id: string): string {
  return join(dir, 'objects', id.slice(0, 2), id.slice(2));
}

/** Gives each object a file of its own. */
export function unpack(dir: string): void {
  for (const pack of getPacks(dir)) {
    const input = readFileSync(pack);
    rmSync(pack);
    rmSync(pack.replace(/pack$/, 'idx'), { force: true });
    execFileSync('git', ['--git-dir', dir, 'unpack-objects', '-q'], { input });
  }
}

export function empty(path: string): void {
  chmodSync(path, 0o644);
  truncateSync(path, 0);
}

export async function committed(
  repository: Repository,
  path: string,
  content: string,
  more: Partial<CommitRequest> = {},
): Promise<string> {
  const changes = [{ path, content: Buffer.from(content) }];
  const outcome = await repository.writer.commit({
    branch: 'main',
    changes,
    author: ada,
    message: content,
    ...more,
  });
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.commit;
}

/** Reads all files of a branch as a pass of the reconciler does, and waits for the repair that this causes. */
export async function passOver({ repository, mirror, repair }: Followed): Promise<void> {
  const tip = await repository.resolveRef('main');
  if (tip !== undefined) await readAll(repository, tip).catch((cause: unknown) => repair.suspect(cause));
  await mirror.refresh();
}

/** Returns the paths of the files of a commit, whose contents can be read. */
export async function readAll(repository: Repository, commit: string): Promise<string[]> {
  const files = await repository.files(commit);
  await repository.readBlobs(files.map(({ blobId }) => blobId));
  return files.map(({ path }) => path);
}
