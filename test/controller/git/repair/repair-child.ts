/**
 * Run by `repair-kill.test.ts` in a process of its own: opens the repository argv[2] with the remote argv[3], repairs it, and
 * prints each file operation of the repair. With argv[4], the process kills itself before that operation.
 */
import { writeSync } from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Mirror, openRemote, openRepository, RepositoryRepair } from '../../../../controller/git/index.js';

const [, , dir = '', address = '', killAt = '0'] = process.argv;
let isCounting = false;
let operations = 0;

type Operation = (...args: unknown[]) => Promise<unknown>;
const fsOperations = fsp as unknown as Record<string, Operation>;
for (const name of ['open', 'rename', 'link', 'rm', 'mkdir', 'writeFile', 'cp', 'copyFile']) {
  const original = fsOperations[name] as Operation;
  fsOperations[name] = (...args) => {
    if (isCounting && ++operations === Number(killAt)) process.kill(process.pid, 'SIGKILL');
    if (isCounting) writeSync(1, `${name} ${String(args[0])}\n`);
    return original(...args);
  };
}
syncBuiltinESMExports();

const repository = await openRepository(dir, { isRepaired: true });
const repair = new RepositoryRepair({
  repository,
  location: address,
  openRemote: (gitDir, objects) => openRemote(address, { gitDir, objects, baseDir: '/' }),
});
await repair.begin();
const remote = await openRemote(address, { gitDir: dir, objects: repository.objects, baseDir: '/' });
const mirror = new Mirror(repository, remote, repair);
isCounting = true;
try {
  const files = await repository.files((await repository.resolveRef('main')) ?? '');
  await repository.readBlobs(files.map(({ blobId }) => blobId));
} catch (cause) {
  repair.suspect(cause);
}
await mirror.refresh();
process.exit(0);
