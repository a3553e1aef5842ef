import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Topic } from '../topics/topic.js';

/** The guides in the order in which a newcomer reads them: each is a file of `guides/`. */
const guides = [
  'first-flow',
  'write-flows',
  'expressions',
  'connections',
  'environments',
  'triggers',
  'errors',
  'approvals',
  'pull-requests',
  'agents',
  'installing',
  'services',
  'operating',
  'sizing',
  'databases',
  'tls',
  'containers',
  'clusters',
  'updates',
  'coming-from',
] as const;

/** @param folder the folder with the files: `# <title>`, one paragraph that sums up, and the text */
export function guideTopics(folder: string): Topic[] {
  return guides.map((name) => {
    const [head = '', summary = '', ...rest] = readFileSync(join(folder, `${name}.md`), 'utf8').split('\n\n');
    return {
      name: `guide.${name}`,
      title: head.replace(/^# /, ''),
      summary: summary.replaceAll('\n', ' '),
      text: rest.join('\n\n').trimEnd(),
    };
  });
}
