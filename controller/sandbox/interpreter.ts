import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type VmCallResult,
} from 'quickjs-emscripten-core';
import { moduleName, moduleNames } from '../../schemas/script-modules.js';
import { isModule } from '../../schemas/script-scan.js';
import { compute } from './computations.js';
import { readGuestCode } from './guest-code.js';
import { globals, moduleSource } from './library.js';
import { explain, readThrown, type Thrown } from './script-errors.js';
import type { Answer, Job } from './script-messages.js';

const page = 64 * 1024;
/** Memory that the build of the interpreter requires at its start. */
const minMemory = 16 * 1024 * 1024;
/** Size of the interpreter's stack; the stack of the thread must hold the frames that this allows. */
const stackBytes = 256 * 1024;
/** The name of the code in stacks, and as a module. */
const scriptModule = 'script.js';
/** Promise jobs between two checks of the time limit. */
const jobsAtOnce = 1_000;

const build = '@jitl/quickjs-wasmfile-release-sync';
const require = createRequire(import.meta.url);
const { default: variant } = require(build) as { default: QuickJSSyncVariant };

/** The part of WebAssembly used here; its full types come only with those of browsers. */
interface Memory {
  readonly buffer: ArrayBufferLike;
}
interface Platform {
  compile(bytes: Uint8Array): Promise<object>;
  Memory: new (pages: { initial: number; maximum: number }) => Memory;
}
const { WebAssembly: platform } = globalThis as unknown as { WebAssembly: Platform };

let compiled: object | undefined;

/**
 * Runs one script in a new instance of the interpreter. The memory of the instance limits the memory of the script:
 * the interpreter's own limit misses the overhead of many small values.
 */
export async function interpret(job: Job): Promise<Answer> {
  compiled ??= await platform.compile(readFileSync(require.resolve(`${build}/wasm`)));
  const maximum = Math.max(job.limits.memoryBytes, minMemory) / page;
  const wasmMemory = new platform.Memory({ initial: minMemory / page, maximum });
  const own = { wasmModule: compiled, wasmMemory, log: () => {} } as CustomizeVariantOptions;
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, own));
  const script = new Script(quickjs.newRuntime(), wasmMemory, job);
  return script.run();
}

/** Thrown out of the interpreter to stop a script that exceeds a limit: the interpreter has no other way out. */
class LimitExceeded extends Error {}

class Script {
  readonly #vm: QuickJSContext;
  readonly #written = { stdout: '', stderr: '' };
  readonly #until: number;
  #expired = false;
  #exceeded: string | undefined;

  constructor(
    private readonly runtime: QuickJSRuntime,
    private readonly memory: Memory,
    private readonly job: Job,
  ) {
    this.#until = Date.now() + job.limits.timeMs;
    runtime.setMaxStackSize(stackBytes);
    runtime.setInterruptHandler(() => this.#mustStop());
    runtime.setModuleLoader((name) => {
      if (name === scriptModule) return job.code;
      const module = moduleName(name);
      if (module !== undefined) return moduleSource(module);
      throw new Error(`Cannot import \`${name}\`: scripts have ${moduleNames} only`);
    });
    this.#vm = runtime.newContext();
  }

  run(): Answer {
    try {
      return this.#read(this.#evaluate());
    } catch (error) {
      return this.#failed(error);
    }
  }

  #mustStop(): boolean {
    this.#expired ||= Date.now() > this.#until;
    return this.#expired || this.#exceeded !== undefined;
  }

  /** Returns the prelude's description of the result. */
  #evaluate(): string {
    const vm = this.#vm;
    const write = vm.newFunction('write', (stream, text) => this.#write(stream, text));
    const start = vm.unwrapResult(vm.evalCode(readGuestCode('prelude'), 'prelude.js'));
    const value = vm.newString(this.job.inputJson);
    const ask = vm.newFunction('compute', (name, json) =>
      vm.newString(compute(vm.getString(name), vm.getString(json))),
    );
    const sources = [readGuestCode('bytes'), readGuestCode('library')];
    const texts = [...sources, globals.join(' '), moduleNames].map((text) => vm.newString(text));
    const call = vm.callFunction(start, vm.undefined, write, value, ask, ...texts);
    if (call.error) return this.#describe(call.error);
    const main = this.#main();
    if (main.error) return this.#describe(main.error);
    const promise = vm.unwrapResult(vm.callFunction(call.value, vm.undefined, main.value));
    this.#runJobs();
    const state = vm.getPromiseState(promise);
    if (state.type === 'pending') {
      return `e${JSON.stringify({ message: 'The script waits for a promise that nothing settles' })}`;
    }
    return this.#text(vm.unwrapResult(state));
  }

  /**
   * Returns the function that runs the code, or the syntax error. Code is the body of a function, or else, with
   * declarations of imports or exports, a module whose default export is the value.
   */
  #main(): VmCallResult<QuickJSHandle> {
    const { code } = this.job;
    // The wrapper adds no line before the code, so that line numbers stay those of the code.
    const body = this.#vm.evalCode(`(async () => {${code}\n})`, scriptModule);
    if (!body.error || !isModule(code)) return body;
    return this.#vm.evalCode(`() => import('${scriptModule}').then((module) => module.default)`);
  }

  /** Returns an error in the format of the prelude. */
  #describe(error: QuickJSHandle): string {
    return `e${JSON.stringify(this.#vm.dump(error) ?? null)}`;
  }

  #runJobs(): void {
    while (this.runtime.hasPendingJob()) {
      const result = this.runtime.executePendingJobs(jobsAtOnce);
      if (result.error || this.#mustStop()) throw new LimitExceeded('The script was stopped');
    }
  }

  #write(stream: QuickJSHandle, text: QuickJSHandle): void {
    const name = this.#vm.getString(stream) === 'stderr' ? 'stderr' : 'stdout';
    const { output } = this.job.limits;
    const length = this.#written[name].length + this.#length(text);
    if (length > output)
      this.#exceed(
        `The script wrote more than ${output} characters to ${name}, and the setting \`Limits.TaskOutput\` allows no more`,
      );
    this.#written[name] += this.#vm.getString(text);
  }

  #length(text: QuickJSHandle): number {
    return this.#vm.getProp(text, 'length').consume((length) => this.#vm.getNumber(length));
  }

  #text(value: QuickJSHandle): string {
    const { output } = this.job.limits;
    if (this.#length(value) <= output + 1) return this.#vm.getString(value);
    return this.#exceed(
      `The returned value has more than ${output} characters of JSON, and the setting \`Limits.TaskOutput\` allows no more`,
    );
  }

  #exceed(message: string): never {
    this.#exceeded = message;
    throw new LimitExceeded(message);
  }

  #read(described: string): Answer {
    if (this.#mustStop()) return this.#failed(undefined);
    const rest = described.slice(1);
    switch (described[0]) {
      case 'u':
        return { ...this.#written, kind: 'done', json: undefined };
      case 'v': {
        const { depth } = this.job.limits;
        if (!nestedDeeperThan(depth, rest)) return { ...this.#written, kind: 'done', json: rest };
        return this.#answer('limit', `The returned value is nested deeper than ${depth} levels`);
      }
      case 'j': {
        const { message } = readThrown(rest);
        return this.#answer('thrown', `The returned value cannot be written as JSON: ${message}`);
      }
      default: {
        const thrown = readThrown(rest);
        if (this.#isOutOfMemory(thrown)) return this.#answer('limit', this.#tooMuchMemory());
        return this.#answer('thrown', explain(thrown, this.job.code));
      }
    }
  }

  /** Answers for a script that ended inside the interpreter, by a limit or by a failure of the interpreter. */
  #failed(error: unknown): Answer {
    const { timeMs } = this.job.limits;
    if (this.#exceeded !== undefined) return this.#answer('limit', this.#exceeded);
    if (this.#expired) return this.#answer('timeout', `The script ran longer than ${timeMs} ms`);
    if (error instanceof RangeError) return this.#answer('limit', 'The script calls itself too deeply');
    const said = error instanceof Error ? ` (${error.message})` : '';
    return this.#answer('limit', `${this.#tooMuchMemory()}${said}`);
  }

  /** Recognises the end of memory: the interpreter may throw null, and before it is full if a request was large. */
  #isOutOfMemory({ name, message }: Thrown): boolean {
    if (name === 'InternalError' && message === 'out of memory') return true;
    const isHalfFull = this.memory.buffer.byteLength >= this.job.limits.memoryBytes / 2;
    return name === '' && message === 'null' && isHalfFull;
  }

  #tooMuchMemory(): string {
    return `The script needs more than ${Math.floor(this.job.limits.memoryBytes / 1024 / 1024)} MiB of memory`;
  }

  #answer(kind: 'thrown' | 'timeout' | 'limit', message: string): Answer {
    return { ...this.#written, kind, message };
  }
}

/** Returns true when arrays and objects of a JSON text are nested deeper than `depth`. */
function nestedDeeperThan(depth: number, json: string): boolean {
  let open = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const char = json[index];
    if (inString) {
      if (char === '\\') index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') {
      if (++open > depth) return true;
    } else if (char === ']' || char === '}') open--;
  }
  return false;
}
