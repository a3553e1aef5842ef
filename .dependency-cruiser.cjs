// Imports run one way: cli → api → controller → schemas; inside controller, from the top of `rooms` down.
const rooms = [
  'assembly',
  'diagnostics',
  'tracing',
  'support',
  'triggers',
  'events',
  'outbox',
  'reconciler',
  'changes',
  'backups',
  'runs',
  'stores',
  'caches',
  'kinds',
  'flows',
  'library',
  'connectors',
  'expressions',
  'sandbox',
  'catalog',
  'sources',
  'repository',
  'forges',
  'identity',
  'audit',
  'service-log',
  'vault',
  'storage',
  'settings',
  'json-schema',
  'problems',
  'signals',
  'inbox',
  'turns',
  'back-off',
];
// Rooms of one height know nothing of each other.
const separate = [
  { from: 'reconciler', not: ['runs', 'flows', 'connectors', 'expressions', 'identity', 'vault'] },
  { from: 'sandbox', not: ['catalog', 'sources', 'repository', 'identity', 'vault', 'storage', 'settings'] },
  {
    from: 'expressions',
    not: ['sandbox', 'catalog', 'sources', 'repository', 'identity', 'vault', 'storage', 'settings'],
  },
  {
    from: 'stores',
    not: ['kinds', 'connectors', 'catalog', 'sources', 'repository', 'identity', 'vault'],
  },
  {
    from: 'caches',
    not: ['kinds', 'connectors', 'catalog', 'sources', 'repository', 'identity', 'vault', 'storage'],
  },
  { from: 'flows', not: ['sandbox', 'sources', 'repository', 'identity', 'vault', 'storage', 'catalog'] },
  {
    from: 'library',
    not: ['connectors', 'sources', 'repository', 'identity', 'vault', 'storage', 'catalog'],
  },
  { from: 'forges', not: ['identity'] },
  { from: 'connectors', not: ['sandbox', 'catalog', 'sources', 'repository', 'identity', 'storage'] },
];
const room = (name) => `^controller/${name}/`;

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'schemas-is-the-ground-floor',
      severity: 'error',
      from: { path: '^schemas/' },
      to: { path: '^(cli|api|controller|fixtures|test)/' },
    },
    {
      name: 'controller-imports-down',
      severity: 'error',
      from: { path: '^controller/' },
      to: { path: '^(cli|api|fixtures|test)/' },
    },
    {
      name: 'api-imports-down',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(cli|fixtures|test)/' },
    },
    {
      name: 'cli-imports-down',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^(fixtures|test)/' },
    },
    {
      name: 'only-the-composition-root-knows-all',
      severity: 'error',
      from: { path: '^controller/[^/]+/' },
      to: { path: '^controller/(?!version\\.)[^/]+\\.ts$' },
    },
    {
      name: 'rooms-are-handed-the-kinds',
      severity: 'error',
      from: { path: '^controller/(?!kinds/)[^/]+/' },
      to: { path: room('kinds') },
    },
    ...rooms.slice(1).map((name, index) => ({
      name: `${name}-imports-down`,
      severity: 'error',
      from: { path: room(name) },
      to: { path: rooms.slice(0, index + 1).map(room) },
    })),
    ...separate.map(({ from, not }) => ({
      name: `${from}-keeps-apart`,
      severity: 'error',
      from: { path: room(from) },
      to: { path: not.map(room) },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    exclude: { path: '\\.cjs$' },
  },
};
