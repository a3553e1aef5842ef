import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PublishedNames, publishedNames } from '../../../schemas/published-names.js';
import { version } from '../../../schemas/version.js';
import type { Topic } from '../topics/topic.js';

/** The guides in the order in which a newcomer reads them: each is a file of `guides/`. */
const guides = [
  'first-flow',
  'write-flows',
  'expressions',
  'connections',
  'signing',
  'environments',
  'trying',
  'test-flows',
  'triggers',
  'polling',
  'errors',
  'failed-runs',
  'files',
  'python',
  'approvals',
  'prove-a-change',
  'pull-requests',
  'agents',
  'connect-an-assistant',
  'installing',
  'from-a-clone',
  'services',
  'operating',
  'sign-in',
  'keys',
  'shared-service',
  'sizing',
  'databases',
  'tls',
  'containers',
  'clusters',
  'updates',
  'changes',
  'new-in-0-2-0',
  'new-in-0-1-0',
  'coming-from',
] as const;

/**
 * @param folder the folder with the files: `# <title>`, one paragraph that sums up, and the text
 * @param names under which svc is published: the guides name them where they are set
 */
export function guideTopics(folder: string, names: PublishedNames = publishedNames): Topic[] {
  return guides.map((name) => {
    const text = withNames(readFileSync(join(folder, `${name}.md`), 'utf8'), names);
    const [head = '', summary = '', ...rest] = text.split('\n\n');
    return {
      name: `guide.${name}`,
      title: head.replace(/^# /, ''),
      summary: summary.replaceAll('\n', ' '),
      text: rest.join('\n\n').trimEnd(),
    };
  });
}

/** A part for a build that has a name, in a comment, so that the file reads well as it is; and a part for one without it. */
const parts = /^<!-- with (\w+)\n(.*?)^end -->\n|^<!-- without (\w+) -->\n(.*?)^<!-- end -->\n/gms;

/** The address that stands for the release repository. */
const anyReleases = 'https://releases.example.com/svc/';

/** Returns a guide for a build with these names. */
export function withNames(text: string, names: PublishedNames): string {
  const values: Readonly<Record<string, string | undefined>> = { ...names, version };
  const chosen = text.replace(parts, (_, named, withName = '', unnamed, withoutName = '') => {
    if (named === undefined) return values[unnamed] === undefined ? withoutName : '';
    return values[named] === undefined ? '' : withName;
  });
  return chosen
    .replaceAll(anyReleases, names.releases ?? anyReleases)
    .replace(/@(package|validatePackage|repository|action|image|version)@/g, (_, name) => values[name] ?? '');
}
