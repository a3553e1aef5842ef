import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../eventually.js';
import { freePort } from '../sshd.js';

const program = '/usr/bin/prometheus';

/** A server of Prometheus that the test started; it scrapes itself as the job `self`. */
export interface PrometheusServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a server; returns undefined where Prometheus is not installed. @throws Error in place of that in CI */
export async function startPrometheus(): Promise<PrometheusServer | undefined> {
  if (!existsSync(program)) {
    const missing = `${program} is not installed (Debian: prometheus).`;
    const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_PROMETHEUS } = process.env;
    if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_PROMETHEUS === undefined) throw new Error(missing);
    console.warn(`${missing} Its tests are skipped.`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-prometheus-'));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const jobs = [{ job_name: 'self', scrape_interval: '1s', static_configs: [{ targets: [address] }] }];
  // YAML takes JSON.
  writeFileSync(join(folder, 'config.yml'), JSON.stringify({ scrape_configs: jobs }));
  const options = [`--config.file=${folder}/config.yml`, `--storage.tsdb.path=${folder}/data`];
  const server = spawn(program, [...options, `--web.listen-address=${address}`], { stdio: 'ignore' });
  const url = `http://${address}`;
  await eventually(async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok === true);
  return {
    url,
    async stop() {
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
