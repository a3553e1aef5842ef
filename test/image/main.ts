import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { baseImage, makeBaseImage } from './base-image.js';
import { Engine, missing } from './engine.js';
import { judgeContent, judgeRun } from './judge-image.js';

/**
 * `npm run image` builds the image of `Containerfile` and runs it. `--base <image>` takes an image with Node 24 in place of
 * one made from Debian packages, `--keep` leaves images and containers. The exit code is 1 when an outcome is wrong.
 */
const { values } = parseArgs({ options: { base: { type: 'string' }, keep: { type: 'boolean' } } });
const project = fileURLToPath(new URL('../..', import.meta.url));
const image = 'localhost/svc';

async function main(engine: Engine): Promise<void> {
  const base = values.base ?? baseImage;
  if (values.base === undefined) await step('make a base image', () => makeBaseImage(engine));
  const build = ['bud', '--format', 'docker', '--build-arg', `BASE=${base}`, '--file', 'Containerfile'];
  await step('build the image', () => engine.buildah([...build, '--tag', image, '.'], project));
  await step('judge its content', () => judgeContent(engine, image, base));
  await step('run it read-only and as its user', () => judgeRun(engine, image));
}

async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${name}: done in ${Math.round((performance.now() - start) / 1_000)} s`);
}

const reason = missing();
if (reason !== undefined) {
  const isRequired =
    process.env['SVC_REQUIRE_SERVERS'] === '1' && process.env['SVC_WITHOUT_IMAGES'] === undefined;
  console.warn(`The image is not built: ${reason}`);
  process.exit(isRequired ? 1 : 0);
}
const engine = new Engine();
try {
  await main(engine);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  if (values.keep) console.log(`Kept: ${engine.folder}`);
  else await engine.remove();
}
