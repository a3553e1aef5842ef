import { afterEach, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';
import { expectProblem } from '../start-app.js';

let service: RealService;
afterEach(() => service.remove());

function figure(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('requests, runs, the queue, the journal, the branch and the process are counted', async () => {
  service = await RealService.start();
  for (let i = 0; i < 3; i++) await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'Ada' });
  await service.call('GET', '/api/v1/live/runs/none');
  const answer = await service.call('GET', '/metrics');
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
  const text = answer.body;
  expect(figure(text, 'svc_runs_ended_total{status="completed"}')).toBe(3);
  expect(figure(text, 'svc_runs{state="running"}')).toBe(0);
  expect(figure(text, 'svc_queue_lag_seconds')).toBe(0);
  expect(figure(text, 'svc_journal_transactions_total')).toBeGreaterThan(3);
  expect(figure(text, 'svc_branch_entities{branch="live",valid="true"}')).toBe(1);
  expect(figure(text, 'svc_branch_ready{branch="live"}')).toBe(1);
  expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  const series = 'svc_http_request_duration_seconds_count';
  const runs = '/api/v1/:branch/flows/:flow/runs';
  expect(figure(text, `${series}{method="POST",route="${runs}",status="201"}`)).toBe(3);
  expect(text).not.toContain('/runs/none');
});

test('the metrics are readable without a credential only where the settings allow it', async () => {
  service = await RealService.start();
  expectProblem(await service.anonymous('GET', '/metrics'), 401, 'unauthenticated');
  await service.remove();
  service = await RealService.start({}, { SVC_Telemetry__PublicMetrics: 'true' });
  expect((await service.anonymous('GET', '/metrics')).statusCode).toBe(200);
});
