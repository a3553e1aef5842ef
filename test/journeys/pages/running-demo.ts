import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';
import { eventually } from '../../eventually.js';
import { getProgram } from '../../program.js';

const [node, ...starter] = getProgram('fixtures/start-demo');

/** Starts the demo on any free port until the test ends; `shown` is the text in its terminal. */
export async function startDemo(directory: string): Promise<{ shown(): string }> {
  const child = spawn(node, [...starter, '--dir', directory, '--port', '0'], {
    cwd: dirname(directory),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGINT');
    await ended;
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await eventually(() => output.includes('Messages to the chat'));
  return { shown: () => output };
}
