import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects all that nothing refers to. */
const collect = runInNewContext('gc') as () => void;

/** Runs `work` while garbage is collected again and again, which takes about a third of the time. */
export async function whileCollecting<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  let idleSince = 0;
  let pauseMs = 0;
  const collectOnce = () => {
    if (isOver) return;
    const begun = performance.now();
    if (begun - idleSince >= pauseMs) {
      collect();
      idleSince = performance.now();
      pauseMs = 2 * (idleSince - begun);
    }
    setImmediate(collectOnce);
  };
  collectOnce();
  try {
    return await work();
  } finally {
    isOver = true;
  }
}

/** Collects garbage, and gives the finalizers of what was collected their turns. */
export async function collectNow(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
