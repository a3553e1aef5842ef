/**
 * Asks `/healthz` every 20 ms, in a process of its own, so that the proof does not delay it. The parent sends an address
 * to ask, or an empty text to stop; each stop is answered with the times in ms since the start.
 */
const pitch = 20;

let url = '';
let waits: number[] = [];
let refused = 0;
let asking: Promise<void> = Promise.resolve();

async function ask(address: string): Promise<void> {
  const begin = performance.now();
  const isUp = await fetch(`${address}/healthz`).then(
    async (answer) => {
      await answer.text();
      return answer.ok;
    },
    () => false,
  );
  if (!isUp) refused += 1;
  // While one request waits, those that would have been sent wait as well.
  for (let wait = performance.now() - begin; wait > 0; wait -= pitch) waits.push(wait);
}

async function askAgain(address: string): Promise<void> {
  while (url === address) {
    await ask(address);
    await new Promise((resolve) => setTimeout(resolve, pitch));
  }
}

async function stop(): Promise<void> {
  url = '';
  // The request in progress counts, however long it takes.
  await asking;
  process.send?.({ waits, refused });
  waits = [];
  refused = 0;
}

process.on('message', (address: string) => {
  url = address;
  if (address === '') void stop();
  else asking = askAgain(address);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
