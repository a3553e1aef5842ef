import { existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Guide, guides } from '../api/manual/guide-parts.js';
import { hasPrograms } from '../programs.js';
import { makesVirtualEnvironments } from '../python.js';
import { playServers, type Servers } from './pages/servers.js';
import { type Outcome, openTerminal, type Terminal } from './pages/terminal.js';

// Each command is a process of its own, which takes seconds where svc is not built.
vi.setConfig({ testTimeout: 600_000 });

/** How the commands of a guide are performed, in the order in which they stand on the page. */
interface Journey {
  /** True when the guide is about a service that runs already, over the files of the page. */
  isServed: boolean;
  /** By what a line begins with: the line with the address, the place or the id that the reader puts in. */
  instead?: Readonly<Record<string, string>>;
  /** Lines that end with another exit code than 0, by what they begin with. */
  exits?: Readonly<Record<string, number>>;
  /** Patterns of the output of a line, by what it begins with. */
  shows?: Readonly<Record<string, RegExp>>;
  /** Lines that other tests perform, by what they begin with, each with those tests. */
  elsewhere?: Readonly<Record<string, string>>;
}

const journeys: Readonly<Record<string, Journey>> = {
  'first-flow': {
    isServed: false,
    shows: {
      'svc validate .': /1 file valid/,
      'svc run-flow flows/greet.yaml': /"message": "Hello, Ada!"/,
      'svc init automations': /svc serve --dir \./,
      'svc run-flow greet': /"message": "Hello, Ada!"/,
      'svc runs list': /greet/,
    },
  },
  keys: {
    isServed: true,
    shows: {
      'svc keys create billing-bot': /^key: svc_[\s\S]*flows: billing-\*[\s\S]*effects: read, run/,
      'svc keys list': /billing-bot/,
      'svc keys update billing-bot': /effects: read$/m,
      'svc keys rotate billing-bot': /^key: svc_/,
    },
  },
  'connect-an-assistant': {
    isServed: true,
    shows: { 'curl -H': /"items":\s*\[\]/, 'svc grants list': /No assistant or terminal has access/ },
  },
  expressions: { isServed: false, shows: { 'svc run-flow': /Ada pays 10 EUR/ } },
  errors: {
    isServed: true,
    exits: { 'svc run-flow check-stock': 1 },
    shows: {
      'svc run-flow flows/read-rate.yaml': /attempt 2[\s\S]*"rate": 1\.08/,
      'svc run-flow check-stock': /The article is out of stock/,
      'svc runs list --status faulted': /check-stock/,
      'svc runs show latest': /The article is out of stock/,
      'svc runs retry latest': /retries/,
    },
  },
  'prove-a-change': {
    isServed: true,
    instead: {
      'svc plan': "sed -i 's|amount <= 100|amount <= 50|' flows/refund.yaml && svc plan",
      'curl -X POST "$SVC_URL/api/v1/main/runs/':
        'id=$(svc runs list --flow refund --json | node -p "JSON.parse(fs.readFileSync(0)).items[0].id") && ' +
        'curl -X POST "$SVC_URL/api/v1/main/runs/$id/replay" -H "X-API-Key: $SVC_KEY" -H "content-type: application/json" -d \'{"branch": "main"}\'',
    },
    exits: { 'svc plan': 1, 'svc runs replay': 1 },
    shows: {
      'svc plan': /1 of 2 replayed runs would have ended otherwise[\s\S]*\/do\/0\/decide/,
      'svc runs replay': /through the files in \.: different/,
      'curl -X POST "$SVC_URL/api/v1/main/runs/': /"result":"same"/,
    },
  },
  'test-flows': {
    isServed: false,
    shows: {
      'svc test large-refund': /✓ large-refund/,
      'svc test flow-tests': /tests="2" failures="0"/,
    },
  },
  'failed-runs': {
    isServed: true,
    instead: {
      'svc validate .':
        "sed -i 's|[.]price \\* [.]count|.price * (.count // 1)|' flows/charge-order.yaml && svc validate .",
      'curl "$SVC_URL/api/v1/main/runs/':
        'id=$(svc runs list --status faulted --json | node -p "JSON.parse(fs.readFileSync(0)).items[0].id") && ' +
        'curl "$SVC_URL/api/v1/main/runs/$id/tasks" -H "X-API-Key: $SVC_KEY"',
    },
    exits: { 'svc run-flow charge-order -p': 1 },
    shows: {
      'svc run-flow charge-order -p': /number \(9.5\) and null \(null\) cannot be multiplied/,
      'svc runs list --status faulted': /charge-order/,
      'svc runs show charge-order readOrder': /output: \{"id":"o-1003"/,
      'svc runs show charge-order': /raised by \/do\/1\/total/,
      'svc logs charge-order': /total faulted/,
      'curl "$SVC_URL/api/v1/main/runs/': /"input":\{"id":"o-1003"/,
      'svc run-flow charge-order --branch local': /"sum": 33.5/,
      'curl -X POST "$SVC_URL/api/v1/main/runs:batch"': /"changed":1,"failed":0/,
    },
  },
  files: {
    isServed: true,
    instead: {
      'svc run-flow archive-report':
        'curl -s -X POST "$SVC_URL/api/v1/platform/entities/platform/secret" -H "X-API-Key: $SVC_KEY" ' +
        `-H 'content-type: application/json' ` +
        `-d '{"path": "archive/s3", "value": {"accessKeyId": "a-key-of-s3", "secretAccessKey": "a-secret-of-s3"}}' && ` +
        'svc run-flow archive-report -p day=2026-11-28',
      'svc runs file latest':
        'file=$(svc runs files latest | grep -oE "^[0-9a-f]{32}") && svc runs file latest "$file" -o report.csv',
    },
    shows: {
      'svc run-flow archive-report': /"key": "reports\/2026-11-28.csv"/,
      'svc runs files latest': /2026-11-28\.csv/,
      'svc runs file latest': /bytes written to .*report\.csv/,
    },
  },
  python: {
    isServed: false,
    instead: {
      'svc try draw-orders': `printf 'Flows: { AllowProcesses: true }\\n' > svc.yaml && svc try draw-orders -p 'orders:=[3, 5, 2]' --files . && head -c 4 orders.svg`,
      // Packages come from a registry.
      '~/svc-python/bin/pip install --requirement requirements.txt': '~/svc-python/bin/pip --version',
      '~/svc-python/bin/pip install --requirement requirements.lock':
        '~/svc-python/bin/pip install --no-index --requirement requirements.lock && ' +
        `printf "Flows: { AllowProcesses: true, Python: $HOME/svc-python }\\n" > svc.yaml && svc try draw-orders -p 'orders:=[1]'`,
    },
    shows: {
      'svc try draw-orders': /1 file saved in \.[\s\S]*"stdout": "10 orders\\n"[\s\S]*<svg/,
      '~/svc-python/bin/pip install --requirement requirements.lock': /"name": "orders.svg"/,
    },
  },
  connections: {
    isServed: true,
    shows: {
      curl: /"path":"crm\/api"/,
      'svc connections test crm': /ok|200/i,
      'svc run-flow read-customer': /"name": "Ada"/,
      'svc connections actions crm': /get/,
      'svc connections call crm get': /"name": "Ada"/,
    },
  },
  environments: {
    isServed: true,
    shows: {
      'svc run-flow count-orders': /"orders": 2/,
      'svc run-flow count-orders --env production': /"channel": "#orders"/,
    },
  },
  trying: {
    isServed: true,
    exits: { 'svc try welcome -p id=17 --secrets .svc/secrets.yaml --stop': 1 },
    shows: {
      'svc try welcome -p id=17 --secrets .svc/secrets.yaml --stop':
        /crm\.post[\s\S]*Welcome, Ada[\s\S]*Held back/,
      'svc status': /runnable: no/,
      'svc flows list': /SecretMissing/,
      'svc flows show welcome': /runnable: no\. Connection `crm`: there is no secret `crm\/api`/,
    },
  },
  triggers: {
    isServed: true,
    shows: {
      'svc triggers list': /nightly-report[\s\S]*hooks\/shop-orders/,
      'svc triggers fire': /Started run/,
      'svc triggers pause': /paused/,
    },
  },
  polling: {
    isServed: true,
    instead: {
      // The first poll may be under way.
      'svc runs list --flow take-ticket':
        'until svc runs list --flow take-ticket | grep -q completed; do sleep 1; done; svc runs list --flow take-ticket',
    },
    shows: {
      'svc triggers list': /new-tickets/,
      'svc runs list --flow take-ticket': /take-ticket/,
      'svc runs show latest': /Ticket 17 \(No sound\)/,
    },
  },
  agents: { isServed: true, elsewhere: { 'svc mcp': 'cli/commands/mcp.test.ts' } },
  approvals: {
    isServed: true,
    shows: {
      'svc flows show approve-refund': /^(?![\s\S]*runnable: no)/,
      'SVC_API_KEY=$ADA_KEY svc human-tasks list': /Refund 80 for order o-1003\?/,
      'SVC_API_KEY=$ADA_KEY svc human-tasks complete': /completed by api-key:ada-terminal/,
      'svc runs show': /approve-refund/,
    },
  },
  signing: {
    isServed: true,
    instead: {
      'curl -X POST "$SVC_URL/api/v1/platform/entities/platform/secret"':
        `echo '{"client_email": "reports@shop.example", "private_key": "…"}' > key.json && ` +
        'curl -X POST "$SVC_URL/api/v1/platform/entities/platform/secret" -H "X-API-Key: $SVC_KEY" ' +
        `-H 'content-type: application/json' -d "{\\"path\\": \\"google/reports\\", \\"value\\": $(cat key.json)}"`,
    },
    shows: {
      'curl -X POST "$SVC_URL/api/v1/platform/entities/platform/secret"': /google\/reports/,
      'svc connections consent hubspot': /\/api\/v1\/platform\/consents\//,
      'svc connections consent-state hubspot': /No person has consented/,
    },
  },
  'coming-from': { isServed: true, shows: { 'svc validate .': /2 files valid/ } },
  operating: {
    isServed: true,
    instead: {
      'svc login': 'printf %s "$SVC_KEY" | svc login https://svc.example.com',
      'curl -X POST "$SVC_URL/api/v1/platform/backups/':
        'id=$(curl -s "$SVC_URL/api/v1/platform/entities/platform/backup" -H "X-API-Key: $SVC_KEY" | ' +
        'node -p "JSON.parse(fs.readFileSync(0)).items[0].id") && ' +
        'curl -X POST "$SVC_URL/api/v1/platform/backups/$id/restore" -H "X-API-Key: $SVC_KEY" ' +
        `-H 'content-type: application/json' -d '{"dryRun": true}'`,
    },
    shows: { 'curl -X POST "$SVC_URL/api/v1/platform/backups/': /"dryRun":true|"outcome":"preview"|changes/ },
    elsewhere: {
      'svc serve --config': 'cli/commands/serve.test.ts',
      'svc runs resume': 'cli/commands/runs/runs.test.ts',
    },
  },
  'new-in-0-1-0': { isServed: false, shows: { 'svc --version': /^\d/ } },
  'new-in-0-2-0': {
    isServed: false,
    shows: { 'svc --version': /^\d/, 'svc explain connector': /PostgreSQL/ },
  },
  'pull-requests': {
    isServed: true,
    instead: {
      'cat svc-signing-key.pub':
        "mkdir -p ~/.ssh && ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519 && cat svc-signing-key.pub ~/.ssh/id_ed25519.pub",
    },
    elsewhere: {
      'svc proposals show': 'cli/commands/proposals.test.ts',
      'svc proposals request-changes': 'cli/commands/proposals.test.ts',
      'svc proposals approve': 'cli/commands/proposals.test.ts',
      'git commit -S': 'controller/git/commits/signed-commits.test.ts',
      'git commit --amend': 'api/operations/cicd/signed-commits.test.ts',
      'git commit --allow-empty': 'api/operations/cicd/signed-commits.test.ts',
      'git rebase': 'api/operations/cicd/signed-commits.test.ts',
    },
  },
};

/** Guides to programs and machines that this test does not start, each with the tests that perform it. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  changes: ['journeys/upgrade/upgrade.test.ts'],
  clusters: ['image/nodes.test.ts'],
  containers: ['image/compose.test.ts'],
  databases: ['cli/commands/migrate.test.ts', 'cli/commands/serve.test.ts'],
  installing: [
    'cli/build/release/installing-guide.test.ts',
    'cli/build/release/install-script.test.ts',
    'cli/build/release/packages.test.ts',
  ],
  services: ['cli/service/guide.test.ts', 'cli/service/systemd.test.ts'],
  'from-a-clone': ['cli/service/guide.test.ts', 'journeys/upgrade/upgrade.test.ts'],
  'sign-in': [
    'api/manual/sign-in-guide.test.ts',
    'api/auth/tokens.test.ts',
    'api/operations/sign-in/oidc.test.ts',
  ],
  tls: ['journeys/proxies/proxies.test.ts', 'cli/commands/login.test.ts'],
  updates: ['cli/release/update.test.ts', 'cli/release/fetch.test.ts'],
};

/** Tells, and says, whether this machine has what a guide needs beside Node and Git. */
const needs: Readonly<Record<string, () => boolean>> = {
  'new-in-0-2-0': hasManual,
  'pull-requests': () => hasPrograms('ssh-keygen'),
  python: makesVirtualEnvironments,
};

function hasManual(): boolean {
  if (existsSync(`${import.meta.dirname}/../../dist/manual`)) return true;
  if (process.env['CI'] !== undefined) throw new Error('svc is not built');
  process.stderr.write('The manual is not built (`npm run build`): the guide that reads it is skipped.\n');
  return false;
}

let terminal: Terminal;
let servers: Servers;

beforeEach(async () => {
  terminal = openTerminal();
  servers = await playServers();
});
afterEach(() => servers.close());

const all = guides();
const withCommands = all.filter(({ blocks }) => blocks.some(({ language }) => language === 'sh'));

test('every guide with commands is performed, here or by a test that exists', () => {
  const named = [...Object.keys(journeys), ...Object.keys(elsewhere)];
  expect(named.toSorted()).toEqual(withCommands.map(({ name }) => name).toSorted());
  const tests = readdirSync(`${import.meta.dirname}/..`, { recursive: true, encoding: 'utf8' });
  const others = Object.values(journeys).flatMap((journey) => Object.values(journey.elsewhere ?? {}));
  for (const file of [...Object.values(elsewhere).flat(), ...others]) expect(tests).toContain(file);
});

describe.each(withCommands.filter(({ name }) => name in journeys))('the guide $name', (guide) => {
  test.skipIf(!(needs[guide.name]?.() ?? true))('works as it is written', async () => {
    const journey = journeys[guide.name] ?? { isServed: false };
    const found = { ...journey.shows };
    let url = await prepare(guide, journey);
    for (const line of shellLines(guide)) {
      if (entryFor(journey.elsewhere, line) !== undefined) continue;
      const typed = typedLine(line, journey, url);
      if (line.startsWith('svc serve')) {
        url = await terminal.serve(typed);
        // The other terminal, in the folder that is served.
        await terminal.run(`cd ${/--dir (\S+)/.exec(line)?.[1]}`);
        continue;
      }
      const { exitCode, shown } = await terminal.run(typed);
      expect(exitCode, `${typed}\n${shown}`).toBe(entryFor(journey.exits, line) ?? 0);
      const pattern = entryFor(journey.shows, line);
      if (pattern) expect(shown, typed).toMatch(pattern);
      for (const key of Object.keys(found)) if (line.startsWith(key)) delete found[key];
    }
    // Each pattern has a line of the guide.
    expect(Object.keys(found)).toEqual([]);
  });
});

/** Saves the files of the page, and serves them where the page is about a service that runs. Resolves with its address. */
async function prepare(guide: Guide, { isServed }: Journey): Promise<string> {
  for (const { language, text } of guide.blocks) {
    const path = /^# (\S+)\n/.exec(text)?.[1];
    if (language === 'yaml' && path !== undefined && path !== 'svc.yaml')
      terminal.write(path, servers.here(text));
  }
  if (!isServed) return '';
  terminal.write('.gitignore', '.svc/\n');
  await succeed('git init --quiet && git add --all && git commit --quiet -m "Add the files of the page"');
  const url = await terminal.serve('svc serve --dir .');
  await succeed(
    `export SVC_URL=${url} SVC_KEY=${JSON.parse(terminal.read('.svc/initial-admin.json')).apiKey}`,
  );
  return url;
}

async function succeed(line: string): Promise<Outcome> {
  const outcome = await terminal.run(line);
  expect(outcome.exitCode, `${line}\n${outcome.shown}`).toBe(0);
  return outcome;
}

function typedLine(line: string, { instead }: Journey, url: string): string {
  const given = entryFor(instead, line) ?? line;
  return servers.here(given.replaceAll(/http:\/\/127\.0\.0\.1:7420|https:\/\/svc\.example\.com/g, url));
}

function entryFor<Value>(
  table: Readonly<Record<string, Value>> | undefined,
  line: string,
): Value | undefined {
  return Object.entries(table ?? {}).find(([begin]) => line.startsWith(begin))?.[1];
}

/** The lines of the shell blocks, continued lines joined. */
function shellLines({ blocks }: Guide): string[] {
  return blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.replaceAll(/\\\n\s*|(?<=\|)\n\s*/g, ' ').split('\n'))
    .filter((line) => line !== '');
}
