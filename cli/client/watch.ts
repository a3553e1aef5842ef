import type { Io, OutputStream } from '../contract/io.js';
import { shortened } from '../output/terminal/text-width.js';

const pauseMs = 2000;
const clearBelow = '\u001B[J';

/**
 * Asks again and again until the user interrupts. A terminal shows the newest answer in place of the one before; other
 * streams get an answer when it differs from the one before. Resolves with the last answer.
 */
export async function watch<Answer>(
  io: Io,
  ask: () => Promise<Answer>,
  render: (answer: Answer) => string,
): Promise<Answer> {
  const interrupt = new AbortController();
  const stopListening = io.onInterrupt(() => interrupt.abort());
  let shown: string | undefined;
  try {
    for (;;) {
      const answer = await ask();
      const text = io.stdout.isTTY ? fitted(render(answer), io.stdout) : render(answer);
      if (text !== shown) io.stdout.write(`${io.stdout.isTTY ? above(shown) : ''}${text}\n`);
      shown = text;
      await pause(interrupt.signal);
      if (interrupt.signal.aborted) return answer;
    }
  } finally {
    stopListening();
  }
}

/** Returns the characters that move the cursor above a text that was printed, and clear what is below. */
function above(text: string | undefined): string {
  return text === undefined ? '' : `\u001B[${text.split('\n').length}A${clearBelow}`;
}

/** Cuts a text to the size of the terminal, because the cursor cannot move above the first visible line. */
function fitted(text: string, { columns = 80, rows = 24 }: OutputStream): string {
  const lines = text.split('\n');
  const room = Math.max(rows - 2, 1);
  const visible = lines
    .slice(0, room)
    .map((line) => (line.includes('\u001B') ? line : shortened(line, columns)));
  return lines.length > room ? [...visible, `… ${lines.length - room} more`].join('\n') : visible.join('\n');
}

/** Resolves after the pause, or at the interrupt. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, pauseMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
