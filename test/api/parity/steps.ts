import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** Values from earlier answers, by the names that steps keep them under. */
export type Memory = Map<string, Json>;
type Input = Readonly<Record<string, Json>>;

/** A call that each surface makes in an installation of its own. */
export interface Step {
  operation: string;
  input: Input | ((memory: Memory) => Input);
  /** `ok`, or the code of the problem. */
  gives: string;
  as?: 'viewer' | 'operator' | 'editor';
  /** GraphQL does not get as far: such a value does not fit its types. */
  refusedByTypes?: true;
  /** Values of the answer that later steps need: the name to keep each under → its path in the answer. */
  keep?: Readonly<Record<string, string>>;
  /** Why no more than `gives` can be compared. */
  onlyOutcome?: string;
}

const main = { branch: 'main' };
const at = (type: string, name: string) => ({ ...main, op: 'platform', type, name });
const list = (type: string, more: Input = {}) => ({ ...main, op: 'platform', type, ...more });
const refunds = at('folio', 'refunds');
const greet = at('flow', 'greet');
/** Definitions after which the file of a flow would define no flow. */
const erasing: Json[] = [{ zz: 1 }, {}, { definition: { document: {}, do: [] } }, { document: null }];
const nobody = '00000000-0000-7000-8000-000000000000';
const nowhere = 'f'.repeat(40);
const password = 'correct horse battery';

const ok = (operation: string, input: Step['input'] = {}, more: Partial<Step> = {}): Step => ({
  operation,
  input,
  gives: 'ok',
  ...more,
});
const no = (gives: string, operation: string, input: Step['input'] = {}, more: Partial<Step> = {}): Step => ({
  operation,
  input,
  gives,
  ...more,
});
/** Returns the input with the value kept under `name` as its member `member`. */
const kept =
  (input: Input, ...members: [member: string, name: string][]) =>
  (memory: Memory): Input => ({
    ...input,
    ...Object.fromEntries(members.map(([member, name]) => [member, memory.get(name) ?? null])),
  });

const reads: Step[] = [
  ok('list-entity-types', { ...main, op: 'platform' }),
  ok('list-entities', list('flow')),
  ok('list-entities', list('flow', { limit: 2 }), { keep: { next: 'nextCursor' } }),
  ok('list-entities', kept(list('flow', { limit: 2 }), ['cursor', 'next'])),
  ok('list-entities', list('flow', { q: 'greet' })),
  ok('list-entities', list('flow', { label: 'team=shop' })),
  no('request_invalid', 'list-entities', list('flow', { cursor: 'bogus' })),
  no('list_page_too_large', 'list-entities', list('flow', { limit: 201 })),
  ok('read-entity', refunds, { keep: { etag: 'etag' } }),
  ok('read-entity', at('flow', 'greet')),
  no('entity_not_found', 'read-entity', at('folio', 'refund')),
  no('entity_type_unknown', 'read-entity', at('folo', 'refunds')),
  no('branch_not_found', 'read-entity', { ...refunds, branch: 'mian' }),
  ok('describe-flow', { ...main, flow: 'greet' }),
  no('flow_not_found', 'describe-flow', { ...main, flow: 'great' }),
  ok('list-errors'),
  ok('read-error', { code: 'version_conflict' }),
  no('error_code_unknown', 'read-error', { code: 'nothing' }),
  ok('read-schema', { kind: 'folio' }),
  ok('read-connector-schema', { connector: 'http' }),
  no('entity_type_unknown', 'read-connector-schema', { connector: 'htp' }),
  ok('read-me'),
  ok('list-client-grants'),
  no('client_grant_not_found', 'revoke-client-grant', { id: nobody }),
  ok('read-sync-status', main),
  no('branch_not_found', 'read-sync-status', { branch: 'mian' }),
];

/** GraphQL has all that a request selects. */
const whole = { fields: ['input', 'output'] };

const writes: Step[] = [
  ok('create-entity', {
    ...list('folio'),
    definition: { name: 'first', title: 'First', body: 'One' },
    message: 'Add',
    dryRun: true,
  }),
  ok('create-entity', {
    ...list('folio'),
    definition: { name: 'first', title: 'First', body: 'One' },
    message: 'Add',
  }),
  no('name_taken', 'create-entity', {
    ...list('folio'),
    definition: { name: 'first', title: 'F', body: 'x' },
  }),
  no('entity_invalid', 'create-entity', {
    ...list('folio'),
    definition: { name: 'second', titel: 'Second' },
  }),
  no(
    'forbidden',
    'create-entity',
    { ...list('folio'), definition: { name: 'x', title: 'X', body: 'x' } },
    { as: 'viewer' },
  ),
  ok('replace-entity', { ...at('folio', 'first'), definition: { title: 'First', body: 'Two' } }),
  no('entity_not_found', 'replace-entity', { ...at('folio', 'none'), definition: { title: 'N', body: 'x' } }),
  ok('update-entity', kept({ ...refunds, patch: { title: 'Refunds' }, message: 'Title' }, ['etag', 'etag'])),
  no('version_conflict', 'update-entity', kept({ ...refunds, patch: { title: 'Late' } }, ['etag', 'etag'])),
  ok('update-entity', { ...refunds, jsonPatch: [{ op: 'replace', path: '/title', value: 'Refunding' }] }),
  no('patch_conflict', 'update-entity', { ...refunds, jsonPatch: [{ op: 'remove', path: '/none' }] }),
  no('entity_invalid', 'update-entity', { ...refunds, patch: { title: 7 } }),
  ...erasing.map((definition) => no('entity_invalid', 'replace-entity', { ...greet, definition })),
  no('entity_invalid', 'replace-entity', { ...greet, definition: {}, propose: true }),
  no('entity_invalid', 'replace-entity', { ...refunds, definition: { document: { dsl: '1.0.3' } } }),
  no('entity_invalid', 'update-entity', { ...greet, patch: { document: null } }),
  no('entity_invalid', 'update-entity', { ...greet, jsonPatch: [{ op: 'remove', path: '/document' }] }),
  no('entity_invalid', 'update-entity', { ...greet, jsonPatch: [{ op: 'replace', path: '', value: {} }] }),
  no('entity_invalid', 'write-entities', {
    ...main,
    changes: [{ op: 'update', type: 'flow', name: 'greet', definition: { zz: 1 } }],
  }),
  ok('read-entity', greet),
  ok('delete-entity', at('folio', 'first')),
  no('entity_not_found', 'delete-entity', at('folio', 'first')),
  ok('write-entities', {
    ...main,
    message: 'Two at once',
    changes: [
      { op: 'create', type: 'folio', name: 'a', definition: { title: 'A', body: 'a' } },
      { op: 'update', type: 'connection', name: 'crm', patch: { title: 'Our customers' } },
    ],
  }),
  no('entity_invalid', 'write-entities', {
    ...main,
    changes: [
      { op: 'create', type: 'folio', name: 'b', definition: { title: 'B', body: 'b' } },
      { op: 'create', type: 'folio', name: 'c', definition: { titel: 'C' } },
    ],
  }),
];

const versions: Step[] = [
  ok(
    'list-versions',
    { ...main, type: 'folio', name: 'refunds' },
    { keep: { oldest: 'items.3.commitHash' } },
  ),
  ok('list-versions', { ...main, type: 'folio', name: 'refunds', limit: 1 }),
  no('entity_not_found', 'list-versions', { ...main, type: 'folio', name: 'nothing' }),
  ok('diff-versions', kept({ ...main, type: 'folio', name: 'refunds' }, ['from', 'oldest'])),
  ok('read-version', kept({ ...main, type: 'folio', name: 'refunds' }, ['commitHash', 'oldest'])),
  no('commit_not_found', 'read-version', { ...main, type: 'folio', name: 'refunds', commitHash: nowhere }),
  ok('revert-entity', kept({ ...main, type: 'folio', name: 'refunds' }, ['commitHash', 'oldest'])),
  no('commit_not_found', 'revert-entity', { ...main, type: 'folio', name: 'refunds', commitHash: nowhere }),
];

const proposals: Step[] = [
  ok(
    'update-entity',
    { ...refunds, patch: { title: 'Proposed' }, propose: true },
    { keep: { proposal: 'proposal.id' } },
  ),
  ok('list-proposals', { state: 'open' }),
  ok('read-proposal', kept({}, ['id', 'proposal'])),
  no('proposal_not_found', 'read-proposal', { id: 'none' }),
  ok('read-proposal-plan', kept({}, ['id', 'proposal'])),
  no('proposal_not_found', 'read-proposal-plan', { id: 'none' }),
  no('person_required', 'approve-proposal', kept({ comment: 'Fine.' }, ['id', 'proposal'])),
  no('proposal_not_found', 'request-changes', { id: 'none', comment: 'Which region?' }),
  ok('merge-proposal', kept({}, ['id', 'proposal'])),
  no('proposal_settled', 'merge-proposal', kept({}, ['id', 'proposal'])),
  ok(
    'update-entity',
    { ...refunds, patch: { title: 'Again' }, propose: true },
    { keep: { proposal: 'proposal.id' } },
  ),
  ok('close-proposal', kept({}, ['id', 'proposal'])),
  ok(
    'update-entity',
    { ...refunds, patch: { title: 'Third' }, propose: true },
    { keep: { proposal: 'proposal.id' } },
  ),
  ok('update-proposal', kept({ state: 'merged' }, ['id', 'proposal'])),
];

const branches: Step[] = [
  ok('list-branches'),
  ok('create-branch', { name: 'feature', dryRun: true }),
  ok('create-branch', { name: 'feature' }),
  ok('read-branch', { name: 'feature' }),
  no('branch_not_found', 'read-branch', { name: 'featur' }),
  no('name_taken', 'create-branch', { name: 'feature' }),
  no('branch_name_invalid', 'create-branch', { name: 'live' }),
  ok('update-entity', { ...refunds, branch: 'feature', patch: { title: 'On the branch' } }),
  ok('compare-branches', { name: 'feature', with: 'main' }),
  no('branch_not_found', 'compare-branches', { name: 'featur' }),
  ok('merge-branch', { name: 'feature', dryRun: true }),
  ok('merge-branch', { name: 'feature' }),
  ok('delete-branch', { name: 'feature', dryRun: true }),
  ok('delete-branch', { name: 'feature' }),
  no('branch_not_found', 'delete-branch', { name: 'feature' }),
];

const connections: Step[] = [
  ok('test-connection', { ...main, connection: 'stock' }),
  no('entity_not_found', 'test-connection', { ...main, connection: 'stok' }),
  ok('list-connection-actions', { ...main, connection: 'stock' }),
  no('connection_unusable', 'read-consent', { ...main, connection: 'stock' }),
  no('connection_unusable', 'begin-consent', { ...main, connection: 'stock' }),
  no('connection_unusable', 'revoke-consent', { ...main, connection: 'stock' }),
  ok('resolve-environment', { ...main, environment: 'test' }),
  no('environment_not_found', 'resolve-environment', { ...main, environment: 'tset' }),
  ok('invoke-connector-action', {
    ...main,
    connection: 'stock',
    action: 'execute',
    input: { sql: 'create table tea (id integer primary key, name text not null)' },
  }),
  no('action_unknown', 'invoke-connector-action', {
    ...main,
    connection: 'stock',
    action: 'qery',
    input: {},
  }),
  no('action_refused', 'invoke-connector-action', {
    ...main,
    connection: 'stock',
    action: 'query',
    input: { sql: 'select nothing' },
  }),
  ok('create-entity', { ...main, op: 'sqlite', type: 'tea', definition: { name: 'Assam' } }),
  ok('read-entity', { ...main, op: 'sqlite', type: 'tea', name: '1' }, { keep: { row: 'etag' } }),
  ok(
    'update-entity',
    kept({ ...main, op: 'sqlite', type: 'tea', name: '1', patch: { name: 'Ceylon' } }, ['etag', 'row']),
  ),
  no(
    'version_conflict',
    'update-entity',
    kept({ ...main, op: 'sqlite', type: 'tea', name: '1', patch: { name: 'Late' } }, ['etag', 'row']),
  ),
  ok('replace-entity', { ...main, op: 'sqlite', type: 'tea', name: '1', definition: { name: 'Darjeeling' } }),
  ok('create-entity', { ...main, op: 'sqlite', type: 'tea', definition: { name: 'Oolong' } }),
  ok('list-entities', { ...main, op: 'sqlite', type: 'tea', limit: 1 }, { keep: { rows: 'nextCursor' } }),
  ok('list-entities', kept({ ...main, op: 'sqlite', type: 'tea', limit: 1 }, ['cursor', 'rows'])),
  ok('list-entities', { ...main, op: 'sqlite', type: 'tea', filter: ['name=Oolong'], order: '-name' }),
  ok('list-entity-types', { ...main, op: 'sqlite' }),
  no('entity_not_found', 'read-entity', { ...main, op: 'sqlite', type: 'tea', name: '9' }),
  no('entity_type_unknown', 'list-entities', { ...main, op: 'sqlite', type: 'coffee' }),
  ok('delete-entity', { ...main, op: 'sqlite', type: 'tea', name: '1' }),
];

const run = (flow: string, parameters: JsonObject, more: Input = {}) => ({
  ...main,
  flow,
  parameters,
  ...more,
});

const runs: Step[] = [
  ok('run-flow', run('greet', { name: 'Ada' }, { wait: 20 }), { keep: { run: 'id' } }),
  no('parameters_invalid', 'run-flow', run('greet', { nme: 'Ada' })),
  no('flow_not_found', 'run-flow', run('great', {})),
  no('flow_disabled', 'run-flow', run('closed', {})),
  no('environment_not_found', 'run-flow', run('greet', { name: 'Ada' }, { env: 'tst' })),
  no('forbidden', 'run-flow', run('greet', { name: 'Ada' }), { as: 'viewer' }),
  ok('run-flow', run('greet', { name: 'Bea' }, { wait: 20, idempotencyKey: 'k', env: 'test' })),
  no('idempotency_conflict', 'run-flow', run('greet', { name: 'Cid' }, { idempotencyKey: 'k', env: 'test' })),
  ok('read-run', kept(main, ['run', 'run'])),
  no('run_not_found', 'read-run', { ...main, run: nobody }),
  ok('list-run-tasks', kept(main, ['run', 'run'])),
  no('run_not_found', 'list-run-tasks', { ...main, run: nobody }),
  ok('inspect-task', kept({ ...main, task: 'greet' }, ['run', 'run'])),
  no('run_task_not_found', 'inspect-task', kept({ ...main, task: 'great' }, ['run', 'run'])),
  no('forbidden', 'inspect-task', kept({ ...main, task: 'greet' }, ['run', 'run']), { as: 'viewer' }),
  ok('replay-run', kept({ base: 'main', branch: 'main' }, ['run', 'run'])),
  no('branch_not_found', 'replay-run', kept({ base: 'main', branch: 'nowhere' }, ['run', 'run'])),
  no('forbidden', 'replay-run', kept({ base: 'main' }, ['run', 'run']), { as: 'viewer' }),
  ok('record-flow-test', kept({ ...main, name: 'greets' }, ['run', 'run'])),
  no('run_not_found', 'record-flow-test', { ...main, run: nobody }),
  no('forbidden', 'record-flow-test', kept(main, ['run', 'run']), { as: 'viewer' }),
  ok('list-run-files', kept(main, ['run', 'run'])),
  no('run_not_found', 'list-run-files', { ...main, run: nobody }),
  ok('read-run-logs', kept(main, ['run', 'run'])),
  ok('list-runs', { ...main, ...whole, flow: 'greet', limit: 1 }, { keep: { runs: 'nextCursor' } }),
  ok('list-runs', kept({ ...main, ...whole, flow: 'greet', limit: 1 }, ['cursor', 'runs'])),
  no('request_invalid', 'list-runs', { ...main, cursor: 'bogus' }),
  no('run_state_conflict', 'cancel-run', kept(main, ['run', 'run'])),
  ok('run-flow', run('endless', {}, { wait: 1 }), { keep: { endless: 'id' } }),
  ok('suspend-run', kept(main, ['run', 'endless'])),
  ok('resume-run', kept(main, ['run', 'endless']), {
    onlyOutcome: 'it may have come to its wait again, or not yet',
  }),
  ok('cancel-run', kept(main, ['run', 'endless'])),
  ok('run-flow', run('broken', {}, { wait: 20 }), { keep: { broken: 'id' } }),
  ok('retry-run', kept(main, ['run', 'broken']), { onlyOutcome: 'the new run may have ended, or not yet' }),
  no('run_state_conflict', 'retry-run', kept(main, ['run', 'run'])),
  ok('rerun-run', kept(main, ['run', 'broken']), { onlyOutcome: 'the new run may have ended, or not yet' }),
  ok(
    'batch-runs',
    { ...main, action: 'rerun', filter: { flow: 'greet' }, limit: 2, dryRun: true },
    {
      onlyOutcome: 'the ids of the runs differ',
    },
  ),
  ok(
    'batch-runs',
    { ...main, action: 'retry', filter: { flow: 'broken' } },
    {
      onlyOutcome: 'the ids of the runs differ',
    },
  ),
  ok('batch-runs', { ...main, action: 'cancel' }, { onlyOutcome: 'the ids of the runs differ' }),
  no('body_invalid', 'batch-runs', { ...main, action: 'cancel', filter: { status: 'completed' } }),
  no('forbidden', 'batch-runs', { ...main, action: 'cancel' }, { as: 'viewer' }),
];

const yearly = { ...main, trigger: 'yearly' };
const span = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
const triggers: Step[] = [
  ok('list-trigger-states', main),
  ok('read-trigger-state', yearly),
  no('trigger_not_found', 'read-trigger-state', { ...main, trigger: 'yearli' }),
  ok('pause-trigger', yearly, { onlyOutcome: 'the moment of the pause differs' }),
  no('forbidden', 'pause-trigger', yearly, { as: 'viewer' }),
  ok('resume-trigger', yearly),
  ok('backfill-trigger', { ...yearly, ...span, dryRun: true }),
  no('backfill_too_large', 'backfill-trigger', { ...yearly, ...span, from: '1800-01-01T00:00:00Z' }),
  ok('fire-trigger', yearly, { onlyOutcome: 'the moment and the run differ' }),
];

const deliveries: Step[] = [
  ok('list-deliveries', main),
  no('delivery_not_found', 'read-delivery', { ...main, delivery: nobody }),
  no('delivery_not_found', 'replay-delivery', { ...main, delivery: nobody }),
  no('delivery_not_found', 'discard-delivery', { ...main, delivery: nobody }),
];

const humanTasks: Step[] = [
  ok('list-human-tasks'),
  no('human_task_not_found', 'read-human-task', { id: nobody }),
  no('human_task_not_found', 'complete-human-task', { id: nobody, values: {} }),
  no('human_task_not_found', 'claim-human-task', { id: nobody }),
  no('human_task_not_found', 'release-human-task', { id: nobody }),
];

const approvals: Step[] = [
  ok('list-approvals'),
  no('approval_not_found', 'read-approval', { id: nobody }),
  no('approval_not_found', 'grant-approval', { id: nobody }),
  no('approval_not_found', 'deny-approval', { id: nobody }),
];

const cicd: Step[] = [
  ok('validate-files', {
    ...main,
    files: [{ path: 'folios/x.yaml', content: 'kind: folio\nname: x\ntitel: X\n' }],
  }),
  ok('validate-files', main),
  ok('plan-change', {
    base: 'main',
    files: [{ path: 'folios/y.yaml', content: 'kind: folio\nname: y\ntitle: Y\nbody: Y\n' }],
  }),
  no('branch_not_found', 'plan-change', { base: 'mian' }),
  ok('run-flow-tests', main),
  no('entity_not_found', 'run-flow-tests', { ...main, names: ['no-such-test'] }),
  ok('sync-branch', main),
  no('branch_not_found', 'sync-branch', { branch: 'mian' }),
];

const secrets: Step[] = [
  ok('write-secret', { path: 'shop/token', value: { token: 'tea-and-scones' } }),
  ok('write-secret', { path: 'shop/token', value: { token: 'tea-and-biscuits' } }),
  ok('write-secret', { path: 'shop/token', value: { token: 'tea-and-jam' }, dryRun: true }),
  ok('update-secret', { path: 'shop/token', value: { user: 'ada-of-the-shop' } }),
  ok('update-secret', {
    path: 'shop/token',
    jsonPatch: [{ op: 'remove', path: '/value/user' }],
    dryRun: true,
  }),
  ok('update-secret', { path: 'shop/token', jsonPatch: [{ op: 'remove', path: '/value/user' }] }),
  no('patch_conflict', 'update-secret', {
    path: 'shop/token',
    jsonPatch: [{ op: 'remove', path: '/value/user' }],
  }),
  no('patch_invalid', 'update-secret', {
    path: 'shop/token',
    jsonPatch: [{ op: 'test', path: '/value/token', value: 'tea-and-biscuits' }],
  }),
  no('secret_not_found', 'update-secret', { path: 'shop/tokn', value: { token: 'tea-and-cake' } }),
  ok('list-secrets'),
  ok('list-secret-providers'),
  ok('read-secret', { path: 'shop/token' }),
  no('secret_not_found', 'read-secret', { path: 'shop/tokn' }),
  // No error shows the value of a secret either.
  no('entity_not_found', 'read-entity', at('folio', 'tea-and-biscuits')),
  no('forbidden', 'list-secrets', {}, { as: 'editor' }),
  no('forbidden', 'list-secret-providers', {}, { as: 'editor' }),
  ok('delete-secret', { path: 'shop/token' }),
  no('secret_not_found', 'delete-secret', { path: 'shop/token' }),
  ok('rotate-master-key'),
];

const backups: Step[] = [
  ok('create-backup', { categories: ['flows'], wait: 30 }, { keep: { backup: 'id' } }),
  no('body_invalid', 'create-backup', { categories: ['flws'] }),
  ok('list-backups'),
  ok('read-backup', kept({}, ['id', 'backup'])),
  no('backup_not_found', 'read-backup', { id: nobody }),
  ok('restore-backup', kept({ dryRun: true }, ['id', 'backup'])),
  no('backup_not_found', 'restore-backup', { id: nobody }),
  ok('end-quarantine'),
  no('forbidden', 'end-quarantine', {}, { as: 'operator' }),
  ok('delete-backup', kept({}, ['id', 'backup'])),
  no('backup_not_found', 'delete-backup', kept({}, ['id', 'backup'])),
];

const settings: Step[] = [
  ok('list-config-sections'),
  ok('read-config-section', { name: 'Limits' }),
  no('entity_not_found', 'read-config-section', { name: 'Limit' }),
  ok('update-config-section', { name: 'Limits', values: { ListPage: 150 } }),
  no('body_invalid', 'update-config-section', { name: 'Limits', values: { ListPages: 150 } }),
  ok('update-config-section', { name: 'Limits', values: { ListPage: 120 }, dryRun: true }),
  ok('update-config-section', {
    name: 'Limits',
    jsonPatch: [
      { op: 'test', path: '/ListPage', value: 150 },
      { op: 'remove', path: '/ListPage' },
    ],
  }),
  no('patch_conflict', 'update-config-section', {
    name: 'Limits',
    jsonPatch: [{ op: 'test', path: '/ListPage', value: 150 }],
  }),
  no('setting_needs_restart', 'update-config-section', {
    name: 'Limits',
    jsonPatch: [{ op: 'replace', path: '/RequestBody', value: 2048 }],
    dryRun: true,
  }),
  no('notify_not_set', 'test-notices', {}),
  ok('read-diagnostics', {}, { onlyOutcome: 'it measures the machine' }),
  ok('read-service-logs', { limit: 1 }, { onlyOutcome: 'each surface logs in its own words' }),
];

const people: Step[] = [
  ok('create-user', { name: 'grace', role: 'editor', password }),
  no('name_taken', 'create-user', { name: 'grace', role: 'editor', password }),
  no('body_invalid', 'create-user', { name: 'weak', role: 'editor', password: 'short' }),
  ok('list-users'),
  ok('list-users', { limit: 1 }),
  ok('read-user', { name: 'grace' }),
  no('user_not_found', 'read-user', { name: 'gracy' }),
  ok('create-user', { name: 'ida', role: 'editor', password, dryRun: true }),
  no('name_taken', 'create-user', { name: 'grace', role: 'editor', password, dryRun: true }),
  no('body_invalid', 'create-user', { name: 'ida', role: 'editor', password: 'short', dryRun: true }),
  ok('update-user', { name: 'grace', role: 'viewer', dryRun: true }),
  ok('update-user', { name: 'grace', role: 'viewer' }),
  ok('update-user', { name: 'grace', jsonPatch: [{ op: 'replace', path: '/role', value: 'operator' }] }),
  no('body_invalid', 'update-user', {
    name: 'grace',
    jsonPatch: [{ op: 'replace', path: '/role', value: 'root' }],
  }),
  no('body_invalid', 'update-user', {
    name: 'grace',
    jsonPatch: [{ op: 'replace', path: '/name', value: 'hopper' }],
  }),
  no('patch_invalid', 'update-user', { name: 'grace', jsonPatch: [{ op: 'replace', path: 'role' }] }),
  no('last_admin', 'update-user', { name: 'admin', role: 'viewer', dryRun: true }),
  ok('delete-user', { name: 'grace', dryRun: true }),
  ok('set-password', { name: 'grace', password: `${password} 2` }),
  ok(
    'create-token',
    { grant_type: 'password', username: 'grace', password: `${password} 2` },
    { keep: { refresh: 'refresh_token' } },
  ),
  no('sign_in_failed', 'create-token', { grant_type: 'password', username: 'grace', password: 'wrong' }),
  ok('sign-out', kept({}, ['refresh_token', 'refresh'])),
  ok('delete-user', { name: 'grace' }),
  no('user_not_found', 'delete-user', { name: 'grace' }),
  ok('create-api-key', { name: 'ci', role: 'operator' }, { keep: { key: 'id' } }),
  ok('list-api-keys'),
  ok('read-api-key', kept({}, ['id', 'key'])),
  ok('create-api-key', { name: 'cd', role: 'operator', dryRun: true }),
  no('name_taken', 'create-api-key', { name: 'ci', role: 'operator', dryRun: true }),
  ok('update-api-key', kept({ role: 'viewer', expiresAt: '2040-01-01T00:00:00Z' }, ['id', 'key'])),
  ok('update-api-key', kept({ jsonPatch: [{ op: 'remove', path: '/expiresAt' }] }, ['id', 'key'])),
  no('body_invalid', 'update-api-key', kept({ expiresAt: '2020-01-01T00:00:00Z' }, ['id', 'key'])),
  no('api_key_not_found', 'update-api-key', { id: 'none', role: 'viewer' }),
  ok('rotate-api-key', kept({}, ['id', 'key'])),
  ok('delete-api-key', kept({}, ['id', 'key'])),
  no('api_key_not_found', 'delete-api-key', kept({}, ['id', 'key'])),
  no('api_key_not_found', 'rotate-api-key', { id: 'none' }),
  no('body_invalid', 'create-api-key', { name: 'No Name', role: 'viewer' }),
  no('body_invalid', 'create-api-key', { name: 'ci' }, { refusedByTypes: true }),
  no('body_invalid', 'create-api-key', { name: 'ci', role: 'root' }, { refusedByTypes: true }),
  no('request_invalid', 'list-users', { limit: 0 }),
  ok('create-share', { ...main, name: 'guests', flow: 'greet', rights: ['run'] }),
  no('flow_not_found', 'create-share', { ...main, name: 'others', flow: 'great' }),
  ok('create-share', { ...main, name: 'others', flow: 'greet', dryRun: true }),
  ok('update-share', { name: 'guests', maxUses: 3, dryRun: true }),
  ok('update-share', { name: 'guests', maxUses: 3 }),
  ok('update-share', {
    name: 'guests',
    jsonPatch: [{ op: 'add', path: '/rights/-', value: 'read' }],
  }),
  no('share_not_found', 'update-share', { name: 'others', maxUses: 3 }),
  ok('list-shares'),
  ok('read-share', { name: 'guests' }),
  ok('delete-share', { name: 'guests' }),
  no('share_not_found', 'delete-share', { name: 'guests' }),
];

const vendor: Step[] = [
  ok('submit-ticket', { kind: 'support', subject: 'Help', body: 'It stalls.' }, { keep: { ticket: 'id' } }),
  ok('submit-support-request', { subject: 'Help', body: 'It stalls.' }),
  ok('submit-feature-request', { subject: 'Mail', body: 'Approve by mail.' }),
  ok('list-tickets', {}, { onlyOutcome: 'they are forwarded meanwhile' }),
  ok('read-ticket', kept({}, ['id', 'ticket']), { onlyOutcome: 'it is forwarded meanwhile' }),
  no('ticket_not_found', 'read-ticket', { id: nobody }),
];

const events: Step[] = [
  ok('publish-events', {
    events: [{ specversion: '1.0', id: '1', source: '/shop', type: 'placed', data: {} }],
  }),
  ok('publish-events', { events: { specversion: '1.0', id: '2', source: '/shop', type: 'placed' } }),
  no('body_invalid', 'publish-events', { events: [{ specversion: '1.0', id: '3' }] }),
  no('forbidden', 'publish-events', { events: [] }, { as: 'viewer' }),
];

const audit: Step[] = [
  ok('list-audit', { action: 'write-secret' }),
  ok('list-audit', { limit: 2 }, { onlyOutcome: 'what MCP has no door for is in its log as done over REST' }),
  ok('verify-audit', {}, { onlyOutcome: 'the sums are over what differs' }),
];

export const steps: readonly Step[] = [
  ...reads,
  ...writes,
  ...versions,
  ...proposals,
  ...branches,
  ...connections,
  ...runs,
  ...triggers,
  ...humanTasks,
  ...approvals,
  ...deliveries,
  ...cicd,
  ...secrets,
  ...backups,
  ...settings,
  ...people,
  ...vendor,
  ...events,
  ...audit,
];

/** Operations without a step, each with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  'package-branch': 'gives a file: REST only',
  'download-backup': 'gives a file: REST only',
  'read-run-file': 'gives a file: REST only',
  'upload-backup': 'takes a file: REST only',
  'serve-flow': 'takes a request and gives a response: REST only',
  'follow-events': 'gives a stream without an end: REST only',
};

/** Operations without a tool or resource of MCP; the interface fixes its twelve tools. */
export const withoutTool: readonly string[] = [
  // Part of a resource: `runs:///introspection/{id}` has the tasks and the log.
  'list-run-tasks',
  'read-run-logs',
  'list-run-files',
  // Done by another tool: `update-entity` of a proposal, `submit-support-request` and `submit-feature-request`.
  'close-proposal',
  'merge-proposal',
  'approve-proposal',
  'request-changes',
  'submit-ticket',
  // Done by the tool `control`, or not at all: there is no tool to delete.
  'cancel-run',
  'inspect-task',
  'replay-run',
  'record-flow-test',
  'read-proposal-plan',
  // A part of `plan-change`: the tests that a change concerns.
  'run-flow-tests',
  'suspend-run',
  'resume-run',
  'retry-run',
  'rerun-run',
  'batch-runs',
  'complete-human-task',
  'claim-human-task',
  'release-human-task',
  // Only persons decide, and never over MCP.
  'grant-approval',
  'deny-approval',
  'replay-delivery',
  'discard-delivery',
  'end-quarantine',
  'delete-backup',
  'delete-branch',
  'delete-entity',
  'delete-secret',
  'delete-share',
  'delete-user',
  // No tool at all.
  'describe-flow',
  'diff-versions',
  'read-version',
  'write-entities',
  'list-entity-types',
  'compare-branches',
  'merge-branch',
  'sync-branch',
  'read-sync-status',
  'validate-files',
  'list-connection-actions',
  'begin-consent',
  'read-consent',
  'revoke-consent',
  'test-connection',
  'resolve-environment',
  'create-token',
  'sign-out',
  'set-password',
  'read-me',
  // For people, at the console and on a terminal.
  'list-client-grants',
  'revoke-client-grant',
  'rotate-master-key',
  'publish-events',
  'list-secret-providers',
  'list-trigger-states',
  'read-trigger-state',
  'pause-trigger',
  'resume-trigger',
  'fire-trigger',
  'backfill-trigger',
  'list-deliveries',
  'read-delivery',
  'list-audit',
  'verify-audit',
  'list-tickets',
  'read-ticket',
  'read-diagnostics',
  'test-notices',
  'read-service-logs',
  'list-errors',
  'read-error',
  'read-schema',
  'read-connector-schema',
];
