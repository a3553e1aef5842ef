import { createHash } from 'node:crypto';

/** Tokens are renewed this long before they end. */
const margin = 30_000;
/** More than one policy ever needs at a time; a bound all the same. */
const most = 100;

/** Access tokens of one policy, by what was asked for; lives and dies with the plan. */
export class TokenCache {
  private readonly tokens = new Map<string, { token: string; endsAt: number }>();

  /** The key holds no secret in the clear. */
  static key(properties: unknown): string {
    return createHash('sha256').update(JSON.stringify(properties)).digest('base64');
  }

  get(key: string): string | undefined {
    const found = this.tokens.get(key);
    return found !== undefined && found.endsAt - margin > Date.now() ? found.token : undefined;
  }

  /** @param seconds how long the token is good for. */
  set(key: string, token: string, seconds: number): void {
    if (this.tokens.size >= most) this.tokens.clear();
    this.tokens.set(key, { token, endsAt: Date.now() + seconds * 1000 });
  }
}
