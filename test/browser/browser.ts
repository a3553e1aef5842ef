import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { removeFolder } from '../remove-folder.js';

const program = '/usr/bin/chromium';

/** Tells whether the browser is installed; without it its tests are skipped. @throws Error in place of that in CI */
export function hasBrowser(): boolean {
  if (existsSync(program)) return true;
  const missing = `${program} is not installed (Debian: chromium).`;
  const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_CHROMIUM } = process.env;
  if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_CHROMIUM === undefined) throw new Error(missing);
  console.warn(`${missing} Its tests are skipped.`);
  return false;
}

export interface View {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** A browser without a window, over the pipe of the Chrome DevTools Protocol. */
export class Browser {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #listeners: ((message: Message) => void)[] = [];
  #id = 0;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    let text = '';
    (child.stdio[4] as Duplex).setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (text + chunk).split('\0');
      text = parts.pop() ?? '';
      for (const part of parts) this.#receive(JSON.parse(part));
    });
    child.on('exit', (code) => {
      for (const { reject } of this.#pending.values()) reject(new Error(`The browser ended with ${code}`));
    });
  }

  static start(): Browser {
    const folder = mkdtempSync(join(tmpdir(), 'svc-browser-'));
    const args = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
    ];
    const child = spawn(program, [...args, `--user-data-dir=${folder}`, '--remote-debugging-pipe'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      // A group of its own: its processes end together.
      detached: true,
    });
    return new Browser(child, folder);
  }

  /** Opens an address in a page of its own, and waits until it is loaded. */
  async open(url: string, { width, height, scheme }: View): Promise<Page> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, String(targetId), String(sessionId));
    await page.send('Page.enable');
    await page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await page.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: scheme }],
    });
    const loaded = this.#when(
      (each) => each.method === 'Page.loadEventFired' && each.sessionId === sessionId,
    );
    await page.send('Page.navigate', { url });
    await loaded;
    return page;
  }

  /** Calls a listener with each event of a page. */
  listen(session: string, method: string, listener: (params: Record<string, unknown>) => void): void {
    this.#listeners.push((message) => {
      if (message.sessionId === session && message.method === method) listener(message.params ?? {});
    });
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    this.#id += 1;
    const id = this.#id;
    (this.#child.stdio[3] as Duplex).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    // Any process of the browser may write to its folder, which is removed next.
    process.kill(-(this.#child.pid as number), 'SIGKILL');
    await ended;
    removeFolder(this.#folder);
  }

  #when(isIt: (message: Message) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const listener = (message: Message) => {
        if (!isIt(message)) return;
        this.#listeners = this.#listeners.filter((each) => each !== listener);
        resolve();
      };
      this.#listeners.push(listener);
    });
  }

  #receive(message: Message): void {
    const { id, result = {}, error } = message;
    for (const listener of this.#listeners) listener(message);
    const waiting = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || !waiting) return;
    this.#pending.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }
}

/** A page of the browser. */
export class Page {
  constructor(
    private readonly browser: Browser,
    private readonly target: string,
    private readonly session: string,
  ) {}

  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.browser.send(method, params, this.session);
  }

  /** Calls a listener with each event of the page; those of a domain need its `enable`. */
  listen(method: string, listener: (params: Record<string, unknown>) => void): void {
    this.browser.listen(this.session, method, listener);
  }

  /** Evaluates an expression in the page, and awaits its promise. The policy of the page does not count for it. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: Value }).value;
  }

  async close(): Promise<void> {
    await this.browser.send('Target.closeTarget', { targetId: this.target });
  }
}
