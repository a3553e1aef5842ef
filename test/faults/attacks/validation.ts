import type { AttackGroup } from './attack.js';
import { hostileFiles, resize } from './hostile-files.js';
import type { Target } from './target.js';

/** Requests that a viewer sends at the same time. */
const parallel = 20;

/** Validations of hostile files: any caller who may read can ask for them. */
export const validation: AttackGroup = {
  name: 'validation',
  share: 4,
  attacks(target, isShort) {
    resize(isShort ? 90_000 : 900_000);
    return Object.entries(hostileFiles).map(([name, files]) => ({
      name,
      run: () => validate(target, name, JSON.stringify({ files: files() })),
    }));
  },
};

async function validate(target: Target, name: string, body: string): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: parallel }, () =>
      target.ask('POST', '/api/v1/main/cicd/validate', { body, role: 'viewer' }),
    ),
  );
  const statuses = [...new Set(answers.map(({ status }) => status))];
  // A caller with too many requests is refused; all others get their findings.
  const unexpected = statuses.filter((status) => ![200, 413, 422, 429, 503].includes(status));
  if (unexpected.length > 0 || !statuses.includes(200))
    target.report.fail(
      `${parallel} validations of ${name} were answered ${statuses}: ${answers[0]?.text.slice(0, 300)}`,
    );
}
