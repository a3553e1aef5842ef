const MAX_LENGTH = 250;
// biome-ignore lint/suspicious/noControlCharactersInRegex: Git forbids them, so they are looked for.
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|^[-./]|[./]$/;

/** Whether Git takes `name` for a branch (git-check-ref-format), so that it may stand in a path or a command. */
export function isBranchName(name: string): boolean {
  return name !== '' && name.length <= MAX_LENGTH && name !== '@' && name !== 'HEAD' && !FORBIDDEN.test(name);
}
