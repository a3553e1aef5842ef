import { parse } from 'cookie';
import { password } from '../identity/real-service.js';

/** The answer of a page, with what a browser would show of it. */
export interface Shown {
  status: number;
  headers: Headers;
  html: string;
  /** Set where the browser is led elsewhere. */
  location: string | null;
}

/** A person at a browser without scripts: it keeps cookies, follows redirects on the service, and sends forms as they are. */
export class Person {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly url: string,
    readonly name: string,
    readonly headers: Record<string, string> = {},
  ) {}

  /** Opens an address, and follows redirects while they stay on the service. */
  async open(address: string): Promise<Shown> {
    let shown = await this.send('GET', address);
    while (shown.location?.startsWith('/')) shown = await this.send('GET', `${this.url}${shown.location}`);
    return shown;
  }

  /** Sends the form of a page, with changes of its fields; undefined takes a field out. */
  async submit(shown: Shown, changes: Record<string, string | undefined> = {}): Promise<Shown> {
    const { action, fields } = readForm(shown.html);
    const all = { ...fields, ...changes };
    const entries = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return this.send('POST', `${this.url}${action}`, new URLSearchParams(entries));
  }

  /** Opens the page of a request, and signs in where the browser has no session. */
  async see(address: string): Promise<Shown> {
    const shown = await this.open(address);
    if (!shown.html.includes('name="password"')) return shown;
    const answer = await this.submit(shown, { username: this.name, password });
    return this.open(`${this.url}${answer.location}`);
  }

  /** Signs in, and allows what a client asks for. Returns the address that the browser is sent to. */
  async allow(address: string, changes: Record<string, string | undefined> = {}): Promise<URL> {
    const page = await this.see(address);
    const answer = await this.submit(page, { decision: 'allow', ...changes });
    if (answer.location === null) throw new Error(`not led back: ${answer.status} ${toText(answer.html)}`);
    return new URL(answer.location);
  }

  async send(method: 'GET' | 'POST', address: string, body?: URLSearchParams): Promise<Shown> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html,application/xhtml+xml',
        ...(cookie === '' ? {} : { cookie }),
        ...(method === 'POST' ? { origin: this.url, 'sec-fetch-site': 'same-origin' } : {}),
        ...this.headers,
      },
      ...(body ? { body } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [[name, value] = ['', '']] = Object.entries(parse(line.split(';')[0] ?? ''));
      this.cookies.set(name, value ?? '');
    }
    const { status, headers } = answer;
    return { status, headers, html: await answer.text(), location: headers.get('location') };
  }
}

/** Returns the words of a page. */
export function toText(html: string): string {
  return html
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function readForm(html: string): { action: string; fields: Record<string, string> } {
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(html) ?? [];
  const fields: Record<string, string> = {};
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name === undefined) continue;
    const isBox = input.includes('type="checkbox"');
    if (!isBox || input.includes(' checked')) fields[name] = /value="([^"]*)"/.exec(input)?.[1] ?? '';
  }
  if (html.includes('<select')) fields['role'] = '';
  return { action, fields };
}
