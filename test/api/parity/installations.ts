import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkTree } from '../../controller/git/git-fixture.js';
import { removeFolder } from '../../remove-folder.js';
import { RealService } from '../identity/real-service.js';

const flow = (name: string, body: string, more = '') =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0'${more} }\n${body}`;

const files: Readonly<Record<string, string>> = {
  'triggers/yearly.yaml':
    "kind: trigger\nname: yearly\nflow: greet\ninput: { name: Ada }\nschedule: { cron: '@yearly' }\n",
  'flows/greet.yaml': flow(
    'greet',
    `input:
  schema:
    document: { type: object, required: [name], additionalProperties: false, properties: { name: { type: string } } }
do:
  - greet: { set: { text: '\${ "hello " + .name }' } }
`,
    ', title: Greet somebody, tags: { team: shop }',
  ),
  'flows/endless.yaml': flow('endless', 'do:\n  - pause: { wait: { hours: 1 } }\n'),
  'flows/closed.yaml': flow(
    'closed',
    'do:\n  - greet: { set: { text: hello } }\n',
    ", metadata: { disabled: 'Closed for the season' }",
  ),
  'flows/broken.yaml': flow(
    'broken',
    'do:\n  - fail: { raise: { error: { type: https://example.com/late, status: 503, title: Too late } } }\n',
  ),
  'flows/stock.yaml': flow(
    'stock',
    "do:\n  - count: { call: stock.query, with: { sql: 'select 1 as one' } }\n",
  ),
  'connections/stock.yaml':
    'kind: connection\nname: stock\nconnector: sqlite\nconfig: { file: stock.db, create: true }\n',
  'connections/crm.yaml': `kind: connection
name: crm
title: Customers
connector: http
config: { baseUrl: 'http://127.0.0.1:1/crm' }
`,
  'environments/test.yaml': 'kind: environment\nname: test\nvariables: { region: eu }\n',
  'folios/refunds.yaml':
    'kind: folio\nname: refunds\ntitle: When we refund\ntags: [policy]\nbody: Refunds are given within 30 days.\n',
};

/** The same commits in each: dates are part of a commit. */
const dates = { GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' };

/** Installations whose repositories are equal byte for byte. */
export class Installations {
  private constructor(
    private readonly folder: string,
    readonly services: readonly RealService[],
  ) {}

  static async start(count: number): Promise<Installations> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-parity-'));
    const first = join(folder, '0');
    const data = join(first, 'data');
    mkdirSync(data, { recursive: true });
    Object.assign(process.env, dates);
    const tree = WorkTree.create(join(folder, 'seed'));
    tree.commit(files, 'first');
    tree.commit(
      { 'folios/refunds.yaml': `${files['folios/refunds.yaml']}description: In short.\n` },
      'second',
    );
    for (const name of Object.keys(dates)) delete process.env[name];
    tree.git('clone', '--quiet', '--bare', tree.dir, join(data, 'repository.git'));
    tree.git('-C', join(data, 'repository.git'), 'remote', 'remove', 'origin');
    const settings =
      'DataDirectory: data\nGit: { Enabled: true, Branch: main }\nServer: { BaseUrl: https://svc.example.com }\n';
    writeFileSync(join(first, 'svc.yaml'), settings);
    const services: RealService[] = [];
    for (let index = 0; index < count; index += 1) {
      const own = join(folder, String(index));
      if (index > 0) cpSync(first, own, { recursive: true });
    }
    for (let index = 0; index < count; index += 1) {
      services.push(await RealService.open(join(folder, String(index))));
    }
    return new Installations(folder, services);
  }

  async stop(): Promise<void> {
    for (const service of this.services) await service.stop();
    removeFolder(this.folder);
  }
}
