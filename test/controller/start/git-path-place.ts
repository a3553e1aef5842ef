import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { loadSettings } from '../../../controller/settings/index.js';
import { type StartedController, startController } from '../../../controller/start/controller.js';
import { removeFolder } from '../../remove-folder.js';
import { WorkTree } from '../../work-tree.js';

export const origin = { principal: 'user:ada', requestId: 'request-1' };
/** Sees all branches and entities. */
export const sight = { all: true, mayRead: () => true };

export const flow = (name: string, say = 'hello') => `document:
  dsl: '1.0.3'
  namespace: shop
  name: ${name}
  version: 1.0.0
do:
  - say:
      set:
        text: ${say}
`;

/** svc's files, with their paths from svc's folder. */
export const ours = {
  'flows/ship.yaml': flow('ship'),
  'flows/refund.yaml': flow('refund'),
  'flows/invoice.yaml': flow('invoice'),
  'folios/handbook.yaml': 'kind: folio\nname: handbook\ntitle: Handbook\nfile: ../texts/handbook.md\n',
  'folios/terms.yaml': 'kind: folio\nname: terms\ntitle: Terms\nfile: /texts/terms.md\n',
  'texts/handbook.md': '# Handbook\n',
  'texts/terms.md': '# Terms\n',
  'drafts/half.yaml': 'kind: flow\n',
  '.svcignore': 'drafts/\n',
};

/** Files of other tools and of an application, most of them invalid for svc. */
export const theirs = {
  'src/main.ts': 'export {};\n',
  'flows/ship.yaml': 'kind: flows\nname: of another tool\n',
  'k8s/shop.yaml': 'apiVersion: apps/v1\nkind: Deployment\n---\napiVersion: v1\nkind: Service\n',
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/templates/web.yaml': '{{- if .Values.web }}\nkind: {{ .Values.kind }}\n{{- end }}\n',
  'compose.yaml': 'services:\n  web:\n    image: shop\n',
  '.github/workflows/ci.yml': 'on: push\njobs: {}\n',
  'config.yaml': 'broken: [\n',
};

export const folder = 'ops/svc';

export interface Place {
  work: WorkTree;
  controller: StartedController;
  /** `''`, or svc's folder with a slash at its end. */
  prefix: string;
  logged: string[];
  stop(): Promise<void>;
}

/** A folder for the data of the service, gone when the test is. */
export function dataFolder(): string {
  const data = mkdtempSync(join(tmpdir(), 'svc-git-path-'));
  onTestFinished(() => removeFolder(data));
  return data;
}

export function place(prefix: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [prefix + path, content]));
}

export async function start(
  work: WorkTree,
  prefix: string,
  settings: Record<string, string> = {},
  data = dataFolder(),
): Promise<Place> {
  const logged: string[] = [];
  const controller = await startController({
    settings: loadSettings({
      dir: work.dir,
      env: {
        SVC_DataDirectory: join(data, 'data'),
        ...(prefix === '' ? {} : { SVC_Git__Path: prefix.slice(0, -1) }),
        ...settings,
      },
    }),
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
  });
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await controller.stop();
    isRunning = false;
  };
  onTestFinished(stop);
  return { work, controller, prefix, logged, stop };
}

export function repository(files: Record<string, string>): WorkTree {
  const dir = mkdtempSync(join(tmpdir(), 'svc-git-path-work-'));
  onTestFinished(() => removeFolder(dir));
  const work = WorkTree.create(dir);
  work.commit(files);
  // A push to a branch that is checked out is refused otherwise.
  work.git('config', 'receive.denyCurrentBranch', 'ignore');
  return work;
}

export async function alone(settings?: Record<string, string>): Promise<Place> {
  return start(repository(ours), '', settings);
}

export async function beside(settings?: Record<string, string>): Promise<Place> {
  return start(repository({ ...theirs, ...place(`${folder}/`, ours) }), `${folder}/`, settings);
}
