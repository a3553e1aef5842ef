import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '../../../controller/problems/index.js';
import { defaultSettings, type LoadOptions, loadSettings } from '../../../controller/settings/index.js';

let dir: string;

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'svc-settings-')));
});

afterEach(() => rmSync(dir, { recursive: true }));

function write(text: string, name = 'svc.yaml'): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}

function refusal(options: Partial<LoadOptions>): Problem {
  try {
    loadSettings({ dir, env: {}, ...options });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The settings were accepted.');
}

describe('what a folder tells', () => {
  test('a plain folder is production with Git off, and flows may call private networks', () => {
    const settings = loadSettings({ dir, env: {} });

    expect(settings.Git).toMatchObject({ Enabled: false, Directory: dir });
    expect(settings.DataDirectory).toBe(join(dir, '.svc'));
    expect(settings.Flows.AllowPrivateNetworks).toBe(true);
  });

  test('a work tree is followed as its repository, and is itself the overlay', () => {
    execFileSync('git', ['init', '-q', dir]);

    const settings = loadSettings({ dir, env: {} });

    expect(settings.Git).toMatchObject({ Enabled: true, Remote: join(dir, '.git') });
    expect(settings.LocalOverlay).toEqual({ Enabled: true, Directory: dir });
  });

  test('a linked work tree is followed with the branch that is checked out there, and is itself the overlay', () => {
    const main = join(dir, 'main');
    const git = (...words: string[]) => execFileSync('git', ['-C', main, ...words]);
    execFileSync('git', ['init', '-q', main]);
    git(
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.com',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'first',
    );
    git('worktree', 'add', '-q', join(dir, 'linked'));

    const settings = loadSettings({ dir: join(dir, 'linked'), env: {} });

    expect(settings.Git.Remote).toBe(join(dir, 'linked'));
    expect(settings.LocalOverlay).toEqual({ Enabled: true, Directory: join(dir, 'linked') });
  });

  test('a folder around a bare repository is no overlay', () => {
    execFileSync('git', ['init', '-q', '--bare', join(dir, '.bare')]);
    write('gitdir: .bare\n', '.git');

    const settings = loadSettings({ dir, env: {} });

    expect(settings.Git).toMatchObject({ Enabled: true, Remote: join(dir, '.bare') });
    expect(settings.LocalOverlay.Enabled).toBe(false);
  });

  test('a bare repository is followed itself', () => {
    execFileSync('git', ['init', '-q', '--bare', dir]);

    expect(loadSettings({ dir, env: {} }).Git).toMatchObject({ Enabled: true, Remote: dir });
  });
});

describe('svc.yaml', () => {
  test('overrides defaults and leaves the rest, private networks included', () => {
    write('Server:\n  Port: 8080\nLimits: { ListPage: 50 }\n');

    const settings = loadSettings({ dir, env: {} });

    expect(settings.Server).toEqual({ ...defaultSettings.Server, Port: 8080 });
    expect(settings.Limits).toEqual({ ...defaultSettings.Limits, ListPage: 50 });
    expect(settings.Flows.AllowPrivateNetworks).toBe(true);
  });

  test('a remote in it wins over what the folder tells', () => {
    write('Git: { Remote: git@git.example.com:ops/config.git }\n');

    expect(loadSettings({ dir, env: {} }).Git).toMatchObject({
      Enabled: true,
      Remote: 'git@git.example.com:ops/config.git',
    });
  });

  test('paths in it start at its folder', () => {
    mkdirSync(join(dir, 'etc'));
    const configFile = write(
      'DataDirectory: ../data\nGit: { Remote: ../config.git }\nFlows: { Python: ../venv }\n',
      'etc/installation.yaml',
    );

    const settings = loadSettings({ configFile, env: {} });

    expect(settings.DataDirectory).toBe(join(dir, 'data'));
    expect(settings.Git.Remote).toBe(join(dir, 'config.git'));
    expect(settings.Flows.Python).toBe(join(dir, 'venv'));
  });

  test('elsewhere keeps its own paths, and the served folder is still looked at', () => {
    const served = join(dir, 'served');
    mkdirSync(served);
    mkdirSync(join(dir, 'etc'));
    const configFile = write('DataDirectory: data\n', 'etc/installation.yaml');

    const settings = loadSettings({ dir: served, configFile, env: {} });

    expect(settings.DataDirectory).toBe(join(dir, 'etc', 'data'));
    expect(settings.Git).toMatchObject({ Enabled: false, Directory: served });
  });

  test('a directory for the entity files means that Git is off', () => {
    const configFile = write('Git: { Directory: entities }\n');

    expect(loadSettings({ configFile, env: {} }).Git).toMatchObject({
      Enabled: false,
      Directory: join(dir, 'entities'),
    });
  });

  test('a section whose keys are all commented out counts as left out', () => {
    write('Server:\n  # Port: 8080\n');

    expect(loadSettings({ dir, env: {} }).Server.Port).toBe(7420);
  });

  test('cannot be changed once loaded', () => {
    const settings = loadSettings({ dir, env: {} });

    expect(() => Object.assign(settings.Server, { Port: 1 })).toThrow(TypeError);
  });
});

describe('what is refused', () => {
  test('an unknown key, with its place and the nearest known name', () => {
    const file = write('Server:\n  Host: 0.0.0.0\n  Prot: 8080\n');

    const problem = refusal({});

    expect(problem.code).toBe('settings_invalid');
    expect(problem.errors).toEqual([
      {
        pointer: '/Server/Prot',
        file,
        line: 3,
        column: 3,
        message: 'Server.Prot: unknown field `Prot`; did you mean `Port`?',
      },
    ]);
  });

  test('every wrong value at once', () => {
    write('Server: { Port: 99999 }\nTelemetry:\n  LogLevel: loud\nGit:\n  Enabled: maybe\n');

    expect(
      refusal({})
        .message.split('\n')
        .map((line) => line.slice(dir.length)),
    ).toEqual([
      '/svc.yaml:1:11: Server.Port: must be at most 65535, found `99999`',
      '/svc.yaml:3:3: Telemetry.LogLevel: must be `silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`, found the text `loud`',
      '/svc.yaml:5:3: Git.Enabled: must be true or false, found the text `maybe`',
    ]);
  });

  test.each([
    ['what is not YAML', 'Server: [\n', /svc\.yaml:\d+:\d+: /],
    ['a list in place of sections', '- Server\n', /must be an object/],
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]},`.repeat(8)}]`).join('\n')}\n`,
      /alias/i,
    ],
  ])('%s', (_, text, message) => {
    write(text);

    expect(refusal({}).message).toMatch(message);
  });

  test('a credential, without repeating it', () => {
    write('Database: { Url: "mysql://svc:hunter2@db.example.com/svc" }\n');

    const { message } = refusal({});

    expect(message).toContain('Database.Url');
    expect(message).not.toContain('hunter2');
  });

  test('a folder that is not there', () => {
    expect(refusal({ dir: join(dir, 'nowhere') }).message).toBe(
      `${join(dir, 'nowhere')}: there is no such folder`,
    );
  });

  test('a file that is not there', () => {
    expect(refusal({ configFile: join(dir, 'nowhere.yaml') }).message).toMatch(/cannot be read/);
  });
});

describe('the environment', () => {
  test('overrides the file, with the type the setting has', () => {
    write('LocalOverlay: { Enabled: false }\nServer: { Port: 1 }\n');
    const env = {
      SVC_LocalOverlay__Enabled: 'TRUE',
      SVC_SERVER__PORT: '8081',
      SVC_Git__ActiveBranches: 'staging, test',
      SVC_Git__ProtectedBranches: '["main"]',
      SVC_Git__Branch: '',
      SVC_DataDirectory: 'elsewhere',
    };

    const settings = loadSettings({ dir, env });

    expect(settings.LocalOverlay.Enabled).toBe(true);
    expect(settings.Server.Port).toBe(8081);
    expect(settings.Git).toMatchObject({ ActiveBranches: ['staging', 'test'], ProtectedBranches: ['main'] });
    expect(settings.Git.Branch).toBeUndefined();
    expect(settings.DataDirectory).toBe(join(dir, 'elsewhere'));
  });

  test('variables of others are left alone', () => {
    expect(() =>
      loadSettings({ dir, env: { SVC_SERVER: 'http://localhost:7420', SVC_API_KEY: 'x' } }),
    ).not.toThrow();
  });

  test('an unknown variable is refused with the nearest known one', () => {
    expect(refusal({ env: { SVC_LocalOverlay__Enable: 'true' } }).message).toBe(
      'the environment variable `SVC_LocalOverlay__Enable` names no setting; did you mean `SVC_LocalOverlay__Enabled`?',
    );
  });

  test('a value of the wrong type names its variable', () => {
    expect(refusal({ env: { SVC_Server__Port: 'high' } }).errors).toEqual([
      { pointer: '/Server/Port', message: 'SVC_Server__Port: must be a whole number, found the text `high`' },
    ]);
  });
});

describe('providers of secrets', () => {
  test('get their defaults, and paths that are relative to the settings file', () => {
    write(`Secrets:
  Providers:
    mounted: { Files: { Folder: mounted } }
    team/vault:
      Vault:
        Address: https://vault.example.com:8200
        CaFile: ca.pem
        Auth: { AppRole: { RoleId: the-role, SecretId: { File: secret-id } } }
    cluster: { Kubernetes: {} }
`);

    const { Providers } = loadSettings({ dir, env: {} }).Secrets;

    expect(Providers['mounted']).toEqual({ Files: { Folder: join(dir, 'mounted') } });
    expect(Providers['team/vault']?.Vault).toEqual({
      Address: 'https://vault.example.com:8200',
      CaFile: join(dir, 'ca.pem'),
      Mount: 'secret',
      Version: 2,
      Timeout: 5,
      Cache: 30,
      Auth: {
        AppRole: { RoleId: 'the-role', SecretId: { File: join(dir, 'secret-id') }, Mount: 'approle' },
      },
    });
    expect(Providers['cluster']?.Kubernetes).toMatchObject({
      TokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
    });
  });

  test('come from an environment variable as JSON', () => {
    const env = { SVC_Secrets__Providers: '{"mounted":{"Files":{"Folder":"/srv"}}}' };

    expect(loadSettings({ dir, env }).Secrets.Providers).toEqual({ mounted: { Files: { Folder: '/srv' } } });
  });

  test.each([
    ['{ a: { Files: {} } }', 'Folder'],
    ['{ a: { File: { Folder: x } } }', 'did you mean `Files`'],
    ['{ a: { Vault: { Address: "https://user:pw@host", Auth: { Token: { Variable: T } } } } }', 'Address'],
    ['{ a: { Vault: { Address: "https://host", Auth: {} } } }', 'Auth'],
    ['{ a: { Vault: { Address: "https://host", Auth: { Token: { Secret: mine } } } } }', 'platform/'],
    ['{ "a/": { Files: { Folder: x } } }', 'a path without a slash at either end'],
  ])('that are wrong are refused: %s', (providers, reason) => {
    write(`Secrets: { Providers: ${providers} }\n`);

    expect(refusal({}).message).toContain(reason);
  });
});
