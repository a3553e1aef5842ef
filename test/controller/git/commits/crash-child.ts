/**
 * Run by `crash.test.ts` in a process of its own: commits to the repository argv[2] and prints each acknowledged id.
 * With argv[3], the process kills itself at that file operation, counted from when the first commit began.
 */
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { openRepository } from '../../../../controller/git/index.js';

const [, , dir = '', killAt = '0'] = process.argv;
let isCounting = false;
let operations = 0;

function countsDown(): void {
  if (isCounting && ++operations === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}

type Operation = (...args: unknown[]) => Promise<unknown>;
const fsOperations = fsp as unknown as Record<string, Operation>;
for (const name of ['open', 'rename', 'link', 'rm', 'mkdir', 'writeFile']) {
  const original = fsOperations[name] as Operation;
  fsOperations[name] = (...args) => {
    countsDown();
    return original(...args);
  };
}
syncBuiltinESMExports();

const repository = await openRepository(dir);
isCounting = true;
if (Number(killAt) > 0) {
  await commit('step.yaml', killAt);
  process.exit(0);
}
await Promise.all(
  Array.from({ length: 16 }, async (_, writer) => {
    for (let round = 0; ; round++) await commit(`w${writer}.yaml`, `${process.pid} ${round}`);
  }),
);

async function commit(path: string, content: string): Promise<void> {
  const outcome = await repository.writer.commit({
    branch: 'main',
    changes: [{ path, content: Buffer.from(content) }],
    author: { name: 'Ada', email: 'ada@example.com' },
    message: 'change',
  });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  process.stdout.write(`${outcome.commit}\n`);
}
