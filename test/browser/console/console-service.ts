import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Role } from '../../../controller/security/identity/index.js';
import { password, RealService } from '../../api/identity/real-service.js';
import { eventually } from '../../eventually.js';
import { Browser, type View } from '../browser.js';
import { keepPicture } from '../pictures.js';
import { listViews } from '../views.js';
import { buildConsole } from './built-console.js';
import { ConsolePage } from './console-page.js';

export const wide: View = { width: 1440, height: 900, scheme: 'light' };
export const phone: View = { width: 360, height: 800, scheme: 'light' };
export const views = listViews();

interface ConsoleServiceOptions {
  files: Record<string, string>;
  users: Record<string, Role>;
  /** True where the files stand in a repository with the branch `main`. */
  hasGit?: boolean;
}

/** A service with the built console, and a browser over it. */
export class ConsoleService {
  readonly #pages: ConsolePage[] = [];

  private constructor(
    readonly service: RealService,
    readonly base: string,
    private readonly browser: Browser,
  ) {}

  static async start({ files, users, hasGit = false }: ConsoleServiceOptions): Promise<ConsoleService> {
    buildConsole();
    const folder = mkdtempSync(join(tmpdir(), 'svc-console-'));
    writeFiles(folder, files);
    if (hasGit) {
      git(folder, 'init', '-q', '-b', 'main');
      commit(folder, files, 'the first version');
    }
    const service = await RealService.open(folder);
    for (const [name, role] of Object.entries(users)) await service.user(name, role);
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    return new ConsoleService(service, base, Browser.start());
  }

  /** Commits files to `main`, and waits until they are in service. */
  async commit(files: Record<string, string>, message: string): Promise<void> {
    const { folder } = this.service;
    writeFiles(folder, files);
    commit(folder, files, message);
    const head = git(folder, 'rev-parse', 'HEAD');
    await this.service.call('POST', '/api/v1/main/cicd/sync');
    await eventually(async () => {
      const { items } = (await this.service.call('GET', '/api/v1/platform/branches')).json();
      return items.some(({ revision }: { revision: string }) => revision === head);
    });
  }

  /** Opens a page as a person who has just signed in. */
  async open(user: string, path: string, view: View = wide): Promise<ConsolePage> {
    const page = await ConsolePage.open(this.browser, this.base, path, view);
    this.#pages.push(page);
    await page.page.send('Network.clearBrowserCookies');
    await page.go(path);
    await page.signIn(user, password);
    return page;
  }

  async closePages(): Promise<void> {
    for (const page of this.#pages.splice(0)) await page.close();
  }

  async stop(): Promise<void> {
    await this.browser.stop();
    await this.service.remove();
  }
}

/** Keeps a picture of a page, and expects that it has no fault. */
export async function expectNoFault(page: ConsolePage, view: View, name: string): Promise<void> {
  await keepPicture(page.page, `console ${name} ${view.width} ${view.scheme}`);
  expect(await page.faults(view)).toEqual([]);
}

/** Puts a text into the field with a label, in the place of what stands there. */
export async function enter(page: ConsolePage, label: string, text: string): Promise<void> {
  const find = `[...document.querySelectorAll("label")].find((each) => each.innerText.includes(${JSON.stringify(label)}))?.control`;
  await page.waitFor(find);
  await page.page.evaluate(`${find}.select()`);
  await page.type(text);
}

function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

function commit(folder: string, files: Record<string, string>, message: string): void {
  git(folder, 'add', '--', ...Object.keys(files));
  git(folder, 'commit', '-q', '-m', message);
}
