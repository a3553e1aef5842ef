import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { guides } from '../../../api/manual/guide-parts.js';
import { svc, temporaryFolder } from '../../test-io.js';
import { programHere } from './program-here.js';
import { sampleRepository } from './sample-repository.js';
import { serveFolder } from './serve-folder.js';

const guide = guides().find(({ name }) => name === 'installing');
const shell = (guide?.blocks ?? []).filter(({ language }) => language === 'sh');
const scripts = shell
  .map(({ text }) =>
    text
      .split('\n')
      .filter((line) => !line.includes('/bin/svc service '))
      .join('\n'),
  )
  .filter((text) => text.includes('install.sh'));

test.skipIf(process.platform === 'win32' || !programHere('curl')).each(scripts)(
  'the guide to installing has a command that installs: %s',
  async (script) => {
    const { folder } = await sampleRepository(['1.0.0']);
    const [work, dir] = [temporaryFolder(), join(temporaryFolder(), 'svc')];
    const here = script
      .replaceAll('/opt/svc', dir)
      .replaceAll('/mnt/svc-mirror', folder)
      .replaceAll('https://releases.example.com/svc/', await serveFolder(folder));
    expect(await execa('sh', ['-ec', here], { cwd: work, reject: false })).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(dir, 'bin/svc'))).toBe(true);
  },
);

test('the hook and the workflow of the guide are those that svc init writes', async () => {
  const folder = temporaryFolder();
  await svc(folder, ['init']);
  const files = (guide?.blocks ?? []).filter(({ language }) => language === 'yaml');
  expect(files).toHaveLength(2);
  for (const { text } of files) {
    const path = /^# (\S+)\n/.exec(text)?.[1] ?? '';
    expect(parse(text)).toEqual(parse(readFileSync(join(folder, path), 'utf8')));
  }
});
