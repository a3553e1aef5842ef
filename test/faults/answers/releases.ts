import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { ReleaseRepository } from '../../cli/release/release-repository.js';
import { built } from '../../program.js';
import { removeFolder } from '../../remove-folder.js';
import type { Random } from '../random.js';
import { answerFaults } from './broken-answers.js';
import { type Errand, inside, ofCoding, type Performed } from './errand.js';
import { LyingServer } from './lying-server.js';
import type { AnsweredService } from './service.js';

/** A silent server has half a minute, and one that goes on has all the time. */
const faults = [...answerFaults.keys()].filter(
  (name) => !/stalls|nothing|now and then|without end/.test(name),
);
/** The most files that a fetch asks for. */
const maxFiles = 6;

/** The releases that `svc app fetch` downloads. */
export class Releases implements Errand {
  readonly name = 'releases';
  readonly settings = '';
  readonly share = 0.08;

  private constructor(
    private readonly scratch: string,
    private readonly repository: ReleaseRepository,
    private readonly server: LyingServer,
  ) {}

  static async start(): Promise<Releases> {
    const scratch = mkdtempSync(join(tmpdir(), 'svc-releases-'));
    const repository = new ReleaseRepository(scratch);
    await repository.publish([{ version: '1.0.0', ballast: 300_000 }]);
    const server = await LyingServer.start(({ url }) => {
      const path = join(repository.folder, decodeURIComponent(new URL(url, 'http://host').pathname));
      const isHere = existsSync(path);
      return {
        status: isHere ? 200 : 404,
        headers: ['Content-Type: application/octet-stream'],
        body: isHere ? readFileSync(path) : Buffer.from('there is no such file'),
      };
    });
    return new Releases(scratch, repository, server);
  }

  async perform(_: AnsweredService, random: Random): Promise<Performed> {
    const dir = mkdtempSync(join(tmpdir(), 'svc-fetch-'));
    try {
      mkdirSync(join(dir, 'tuf'));
      writeFileSync(join(dir, 'tuf', 'root.json'), this.repository.root());
      const fault = random.pick(faults);
      this.server.arm(fault, random, random.whole(0, maxFiles));
      const broken = await this.#fetch(dir);
      this.server.disarm();
      const said = `it exited with ${broken.exitCode}: ${broken.stdout} ${broken.stderr}`;
      if (broken.exitCode === undefined || inside.test(broken.stderr)) return { fault, wrong: said };
      const { end = 'completed' } = answerFaults.get(fault) ?? {};
      if (end === 'completed' && !ofCoding.test(fault) && broken.exitCode !== 0)
        return { fault, wrong: said };
      if (broken.exitCode === 0) return { fault };
      const again = await this.#fetch(dir);
      const wrong =
        again.exitCode === 0 ? undefined : `the second fetch says ${again.stdout} ${again.stderr}`;
      return { fault, wrong };
    } finally {
      removeFolder(dir);
    }
  }

  #fetch(dir: string) {
    const [node, ...program] = built;
    const words = ['app', 'fetch', '--dir', dir, '--url', this.server.url, '--version', '1.0.0'];
    return execa(node, [...program, ...words], { reject: false, input: '' });
  }

  async stop(): Promise<void> {
    await this.server.stop();
    removeFolder(this.scratch);
  }
}
