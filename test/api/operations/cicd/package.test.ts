import { expect, it } from 'vitest';
import { expectProblem, startApp } from '../../start-app.js';

const url = '/api/v1/main/cicd/package';

it('a branch with invalid entities is packaged only when that is allowed', async () => {
  const { post } = await startApp();
  const { errors, hints } = expectProblem(await post(url), 422, 'entity_invalid');
  expect(errors[0]).toMatchObject({ file: 'flows/broken.yaml', line: 3 });
  expect(hints[0].text).toContain('allowInvalid');
  const answer = await post(url, { allowInvalid: true }, { accept: 'application/gzip' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="main-${'a'.repeat(12)}.tar.gz"`,
  });
  expect(answer.body).toBe('archive');
});
