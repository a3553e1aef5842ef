import { version } from '../../schemas/version.js';
import type { ServiceLogReader } from '../observability/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { Base } from './base.js';

/** Sends the log to the collector of `Telemetry.OtlpEndpoint`, from the first line on, where `Telemetry.OtlpLogs` says so. */
export async function exportLogs(
  { settings, log, closers }: Base,
  logs: ServiceLogReader,
  vault: Pick<Vault, 'maskJsonText'>,
): Promise<void> {
  const { OtlpEndpoint: endpoint, OtlpToken: token, OtlpLogs: isSent } = settings.Telemetry;
  if (endpoint === undefined || !isSent) return;
  const { OtlpLogs } = await import('../observability/otlp-logs.js');
  const maskJsonText = (text: string): string => vault.maskJsonText(text);
  const report = (error: unknown) => log.warn({ err: error }, 'log not delivered');
  const exporter = new OtlpLogs({ endpoint, token, version, maskJsonText, report });
  const ending = new AbortController();
  const following = (async () => {
    for await (const entry of logs.follow({ after: 0 }, ending.signal)) exporter.add([entry]);
  })();
  closers.add(async () => {
    ending.abort();
    await following.catch(() => undefined);
    await exporter.close();
  });
}
