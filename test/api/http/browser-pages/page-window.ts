import { createContext, runInContext } from 'node:vm';

/** The part of a browser window that the scripts of our pages use. */
export class PageWindow {
  readonly localStorage = new FakeStorage();
  readonly sessionStorage = new FakeStorage();

  /** @param search the query of the address, with `?` */
  constructor(private readonly search = '') {}

  /** @param globals what the libraries of the page define */
  run(script: string, globals: object): void {
    const { localStorage, sessionStorage } = this;
    const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
    const document = {
      documentElement: { classList: { toggle: () => undefined } },
      getElementById: () => undefined,
      currentScript: { src: 'http://localhost/base/api/v1/docs/start.js' },
    };
    const timers = { setTimeout, clearTimeout };
    const location = { pathname: '/graphql', search: this.search };
    const window = {
      URL,
      location,
      localStorage,
      sessionStorage,
      matchMedia,
      document,
      ...timers,
      ...globals,
    };
    runInContext(script, createContext(window));
  }
}

export class FakeStorage {
  readonly kept = new Map<string, string>();

  get length(): number {
    return this.kept.size;
  }
  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }
  setItem(name: string, text: string): void {
    this.kept.set(name, text);
  }
  removeItem(name: string): void {
    this.kept.delete(name);
  }
  clear(): void {
    this.kept.clear();
  }
  get text(): string {
    return [...this.kept.values()].join('\n');
  }
}
