const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_BYTES = 4_096;
/** Code points that HFS+ leaves out when it compares names: `.g\u200cit` is `.git` there. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: Git forbids them, so they are looked for.
const CONTROL = /[\x00-\x1f\x7f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** `.git` as NTFS takes it: any case, short name, spaces and dots at the end, a stream behind a colon. */
const DOT_GIT = /^(?:\.git|git~\d+)[ .]*(?::.*)?$/i;
/** Git reads `.gitmodules` itself; what it says would come into the hands of every clone. */
const DOT_GITMODULES = /^(?:\.gitmodules|gitmod~\d+|gi7eba~\d+)[ .]*(?::.*)?$/i;

/**
 * Why Git (`git fsck --strict`, and its checks before a checkout on Windows and macOS) or a file system would not take
 * `path`; undefined when they would. Paths are relative, with forward slashes.
 */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `it is longer than ${MAX_PATH_BYTES} bytes`;
  if (CONTROL.test(path)) return 'it holds a control character';
  if (LONE_SURROGATE.test(path)) return 'it is not valid Unicode';
  if (path.includes('\\')) return 'it holds a backslash';
  for (const segment of path.split('/')) {
    const fault = segmentFault(segment);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function segmentFault(segment: string): string | undefined {
  if (segment === '') return 'it has an empty part';
  if (segment === '.' || segment === '..') return `it has a part \`${segment}\``;
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES)
    return `a part is longer than ${MAX_SEGMENT_BYTES} bytes`;
  const seen = segment.replaceAll(IGNORED_BY_HFS, '');
  if (DOT_GIT.test(seen)) return "a part stands for `.git`, Git's own folder";
  if (DOT_GITMODULES.test(seen)) return 'a part stands for `.gitmodules`, which Git reads itself';
  return undefined;
}
