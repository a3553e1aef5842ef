import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Profiler, Session } from 'node:inspector';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { ProfileReader } from './profile.js';
import type { Stretch } from './stretch.js';

/**
 * Preloaded into a service by `LoopMonitor`. A timer of the event loop measures the time between its turns; a thread
 * profiles the event loop, and answers each request to its socket with the longest stretches since the last one.
 */
const beatMs = 5;
const sampleUs = 2_000;
/** Shorter stretches are of no interest, in µs. */
const minUs = 40_000;
/** Stretches that are kept; each takes three numbers. */
const maxStretches = 4_096;
const maxDescribed = 3;

interface Shared {
  /** The number of stretches, and then their ends, times and times of the processor, all in µs. */
  readonly stretches: Float64Array;
  readonly socket: string;
}

function measure({ stretches }: Shared): void {
  const readOwn = openOwnTime();
  let last = now();
  let lastOwn = readOwn();
  const timer = setInterval(() => {
    const time = now();
    const own = readOwn();
    if (time - last > minUs) {
      const count = stretches[0] ?? 0;
      stretches.set(
        [time, time - last, Math.min(time - last, own - lastOwn)],
        1 + 3 * (count % maxStretches),
      );
      stretches[0] = count + 1;
    }
    last = now();
    lastOwn = own;
  }, beatMs);
  timer.unref();
}

function now(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Returns a function that reads the processor's time of the main thread, in µs, or time that passed where the system does not tell. */
function openOwnTime(): () => number {
  let file: number;
  try {
    file = openSync(`/proc/self/task/${process.pid}/stat`, 'r');
  } catch {
    return now;
  }
  process.once('exit', () => closeSync(file));
  const bytes = Buffer.alloc(1_024);
  return () => {
    const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
    // The 14th and 15th field, in hundredths of a second; the second field ends with the last parenthesis.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  };
}

class Recorder {
  readonly #session = new Session();

  constructor(private readonly shared: Shared) {
    this.#session.connectToMainThread();
  }

  async start(): Promise<void> {
    await this.#post('Profiler.enable');
    await this.#post('Profiler.setSamplingInterval', { interval: sampleUs });
    await this.#post('Profiler.start');
  }

  /** Returns the longest stretches since the last call. */
  async take(): Promise<Stretch[]> {
    const { stretches } = this.shared;
    const count = Math.min(stretches[0] ?? 0, maxStretches);
    const measured = Array.from({ length: count }, (_, index) => {
      const [end = 0, wall = 0, own = 0] = stretches.subarray(1 + 3 * index);
      return { end, wall, own };
    });
    measured.sort((a, b) => b.own - a.own || b.wall - a.wall);
    const { profile } = (await this.#post('Profiler.stop')) as { profile: Profiler.Profile };
    await this.#post('Profiler.start');
    const reader = new ProfileReader(profile);
    const described = measured.slice(0, maxDescribed).map(({ end, wall, own }) => ({
      ownMs: own / 1_000,
      wallMs: wall / 1_000,
      ...reader.describe(end - wall, end),
    }));
    // The stretch of reading the profile is not the service's.
    await new Promise((resolve) => setTimeout(resolve, 10 * beatMs));
    stretches[0] = 0;
    return described;
  }

  #post(method: string, parameters: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }
}

async function answerRequests(shared: Shared): Promise<void> {
  const recorder = new Recorder(shared);
  rmSync(shared.socket, { force: true });
  // Listening keeps the thread alive; a session does not.
  const server = createServer(async (_request, response) => {
    await started;
    response.end(JSON.stringify(await recorder.take()));
  });
  server.listen(shared.socket);
  const started = recorder.start();
  await started;
}

const socket = process.env['LOOP_MONITOR_SOCKET'];
if (isMainThread && socket !== undefined) {
  // Processes that the service starts are not measured.
  delete process.env['LOOP_MONITOR_SOCKET'];
  delete process.env['NODE_OPTIONS'];
  const size = (1 + 3 * maxStretches) * Float64Array.BYTES_PER_ELEMENT;
  const shared = { stretches: new Float64Array(new SharedArrayBuffer(size)), socket };
  measure(shared);
  new Worker(new URL(import.meta.url), { workerData: shared, env: {}, argv: [], execArgv: [] }).unref();
} else if (!isMainThread) await answerRequests(workerData as Shared);
