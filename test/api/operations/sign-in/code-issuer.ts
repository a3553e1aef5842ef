import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const client = { id: 'svc-console', secret: 'the-secret-of-the-console' };

/** The people that an issuer knows: what it says of each, by name. */
type People = Readonly<Record<string, object>>;

/** An issuer that people sign in at, in a process of its own: its packages change modules of Node. */
export class CodeIssuer {
  private constructor(
    readonly url: string,
    private readonly program: ChildProcess,
  ) {}

  /**
   * @param redirectUris the addresses that are registered for the console
   * @param hasOwnTokens access tokens are for svc, and they alone name roles; else the user info does
   */
  static async start(
    redirectUris: readonly string[],
    people: People,
    hasOwnTokens = false,
  ): Promise<CodeIssuer> {
    const file = fileURLToPath(new URL('issuer-program.ts', import.meta.url));
    const configuration = JSON.stringify({ client, redirectUris, people, hasOwnTokens });
    const program = spawn(process.execPath, ['--import', 'tsx', file, configuration], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const line of createInterface({ input: program.stdout })) return new CodeIssuer(line, program);
    throw new Error('The issuer has ended before it served');
  }

  /**
   * Signs a person in by the forms of the issuer, as a browser does.
   * @param address that the service has led the browser to
   * @returns the address that the issuer leads the browser back to
   */
  async signIn(address: string, person: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next: { url: URL; form?: Record<string, string> } = { url: new URL(address) };
    for (let step = 0; step < 12; step++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next.url, {
        redirect: 'manual',
        method: next.form ? 'POST' : 'GET',
        headers: { cookie },
        ...(next.form && { body: new URLSearchParams(next.form) }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const text = await answer.text();
      const location = answer.headers.get('location');
      if (location !== null) {
        next = { url: new URL(location, next.url) };
        if (next.url.origin !== this.url) return next.url;
        continue;
      }
      const action = /action="([^"]+)"/.exec(text)?.[1];
      const prompt = /name="prompt" value="([^"]+)"/.exec(text)?.[1];
      if (action === undefined || prompt === undefined)
        throw new Error(`The issuer answered ${answer.status}: ${text.slice(0, 2_000)}`);
      next = { url: new URL(action, next.url), form: { prompt, login: person, password: 'any' } };
    }
    throw new Error('The issuer asks for more and more');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.program.once('exit', resolve));
    this.program.kill();
    await ended;
  }
}
