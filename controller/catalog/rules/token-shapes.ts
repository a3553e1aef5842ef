export interface FoundToken {
  start: number;
  end: number;
  /** With its article: "a GitHub token". */
  what: string;
}

interface TokenShape {
  what: string;
  pattern: RegExp;
}

/** What the issuers document. None of the patterns can backtrack far: each is bounded or a plain class. */
const shapes: readonly TokenShape[] = [
  { what: 'a GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36,251}\b/g },
  { what: 'a GitHub token', pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
  { what: 'a GitLab token', pattern: /\bglpat-[\w-]{20,64}/g },
  { what: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g },
  {
    what: 'the address of a Slack webhook',
    pattern: /https:\/\/hooks\.slack\.com\/services\/T\w{6,20}\/B\w{6,20}\/\w{16,40}/g,
  },
  { what: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { what: 'an Anthropic key', pattern: /\bsk-ant-[\w-]{20,200}/g },
  { what: 'the key of a model provider', pattern: /\bsk-(?!ant-)(?=[\w-]{0,199}\d)[\w-]{32,200}/g },
  { what: 'a Google key', pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { what: 'a Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{24,120}/g },
  { what: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { what: 'a key of this service', pattern: /\bsvc_[a-z0-9]{1,40}_[A-Za-z0-9]{36}\b/g },
  { what: 'a private key', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g },
  {
    what: 'an address with a password in it',
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@'"<>{}$*]{1,100}:[^\s/:@'"<>{}$*]{1,200}@[\w[]/gi,
  },
];

/** What any of the shapes has in it: one pass over a text that has none of them. */
const hint =
  /gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|hooks\.slack\.com|A[KS]IA|\bsk-|AIza|k_live_|npm_|svc_|PRIVATE KEY|:\/\/[^\s/]*@/;

/** The tokens in a text, in its order; where two shapes fit, the longer one. */
export function findTokens(text: string): FoundToken[] {
  if (!hint.test(text)) return [];
  const found = shapes.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
      start: index,
      end: index + match.length,
      what,
    })),
  );
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let last = 0;
  return found.filter(({ start, end }) => {
    if (start < last) return false;
    last = end;
    return true;
  });
}
