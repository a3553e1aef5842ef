/** A name outside of svc that a text tells people or programs to use. */
export interface OutsideName {
  kind: 'host' | 'npm' | 'action' | 'image' | 'package';
  name: string;
}

/** Hosts where anybody gets a place of their own: the name of the owner counts too. */
const sharedHosts =
  /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|raw\.githubusercontent\.com|ghcr\.io|quay\.io|docker\.io|hub\.docker\.com|npmjs\.com|www\.npmjs\.com|registry\.npmjs\.org|unpkg\.com|cdn\.jsdelivr\.net|huggingface\.co)$/;

/** Names that RFC 2606 and RFC 6761 reserve, addresses of private networks, and names without a dot. */
const nobodysHost =
  /^(?:(?:.*\.)?example\.(?:com|org|net)|.*\.(?:test|example|invalid|localhost|local|internal|svc)|[^.]*|(?:127|10|0|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|203\.0\.113|198\.51\.100|192\.0\.2)\..*)$/;

const optionsWithValues =
  /^(?:--prefix|--pack-destination|--registry|--requirement|--volume|--publish|--tmpfs|--cap-drop|--security-opt|--name|--env|--network|--user|-v|-p|-e|-u|-C)$/;

/** Returns the words of a command that are neither options nor their values, up to the end of the command. */
function operands(rest: string): string[] {
  const words = rest
    .replaceAll(/\\\n\s*/g, ' ')
    .replace(/[\n`;|&)"].*$/s, '')
    .split(/\s+/)
    .map((word) => word.replace(/^['(]+|['.,:]+$/g, ''))
    .filter((word) => word !== '');
  return words.filter(
    (word, index) => !word.startsWith('-') && !optionsWithValues.test(words[index - 1] ?? ''),
  );
}

/** True for a word that names a thing in a registry: no path, no address, no variable and no placeholder (`@package@`). */
function isName(word: string): boolean {
  return (
    /^@?[a-z0-9~]/i.test(word) &&
    !/^@\w+@/.test(word) &&
    !/^[a-z]+:|\.tgz$|\.tar\.gz$/.test(word) &&
    !/[$<>{}…]/.test(word)
  );
}

/** Without its version. */
function bareName(word: string): string {
  return word.replace(/(?<=.)@.*$/, '');
}

function getImage(reference: string): OutsideName[] {
  if (!/^[a-z0-9][\w.:/-]*(?:@sha256:[0-9a-f]+)?$/i.test(reference)) return [];
  const path = reference.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  const [first = '', ...rest] = path.split('/');
  const isHost = rest.length > 0 && /[.:]|^localhost$/.test(first);
  if (!isHost) return [{ kind: 'image', name: `docker.io/${rest.length === 0 ? 'library/' : ''}${path}` }];
  return nobodysHost.test(first.replace(/:\d+$/, '')) ? [] : [{ kind: 'image', name: path }];
}

/** Returns the names in a text: hosts of addresses, packages, actions and images. */
export function outsideNames(text: string): OutsideName[] {
  const names: OutsideName[] = [];
  for (const [, given = '', path = ''] of text.matchAll(
    /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@"'`<>]*@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d+)?((?:\/[\w.~-]+)?)/gi,
  )) {
    const host = given.toLowerCase();
    if (!nobodysHost.test(host))
      names.push({ kind: 'host', name: sharedHosts.test(host) ? host + path : host });
  }
  for (const [, host = '', owner = ''] of text.matchAll(/\bgit@([\w.-]+):([\w.-]+)/g))
    if (!nobodysHost.test(host)) names.push({ kind: 'host', name: `${host}/${owner}` });
  for (const [, host = ''] of text.matchAll(/(?<![\w.+@-])[\w.+-]+@((?:[\w-]+\.)+[a-z]{2,})\b(?![/:])/g))
    if (!nobodysHost.test(host)) names.push({ kind: 'host', name: host });
  for (const [, rest = ''] of text.matchAll(
    /\b(?:npm (?:install|i|add|exec|update)|(?:pnpm|yarn) (?:add|dlx)|bun add)((?: |\\\n)[^\n]*)/g,
  ))
    for (const word of operands(rest)) if (isName(word)) names.push({ kind: 'npm', name: bareName(word) });
  for (const [, rest = ''] of text.matchAll(/\b(?:npx|bunx)( [^\n]*)/g)) {
    const [word = ''] = operands(rest);
    if (isName(word)) names.push({ kind: 'npm', name: bareName(word) });
  }
  for (const [, list = ''] of text.matchAll(/additional_dependencies: *\[([^\]]*)\]/g))
    for (const word of list.split(',').map((each) => each.replaceAll(/["'\s]/g, '')))
      if (isName(word)) names.push({ kind: 'npm', name: bareName(word) });
  for (const [, tool = '', rest = ''] of text.matchAll(
    /\b(pip3?|pipx|uv tool|uv pip|cargo|gem|go|brew|helm) install( [^\n]*)/g,
  ))
    for (const word of operands(rest))
      if (isName(word)) names.push({ kind: 'package', name: `${tool} ${word}` });
  for (const [, name = ''] of text.matchAll(/\buses: +["']?([\w.-]+\/[\w./-]+@\S)/g))
    names.push({ kind: 'action', name: bareName(name) });
  for (const [, reference = ''] of text.matchAll(
    /^[ \t-]*(?:image|FROM|ARG BASE)(?:: *| +|=)["']?([^\s"'`]+)/gm,
  ))
    names.push(...getImage(reference));
  for (const [, rest = ''] of text.matchAll(
    /\b(?:docker|podman) (?:pull|push|run)((?: |\\\n)(?:[^\n]|(?<=\\)\n)*)/g,
  )) {
    const [reference = ''] = operands(rest);
    names.push(...getImage(reference));
  }
  return names;
}
