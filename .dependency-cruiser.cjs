// Imports run one way: cli → api → controller → schemas, and inside controller from the top of the list of rooms down.
// Inside cli, api and controller no file imports from a folder above its own. `npm run structure` finds cycles and measures the rest.
const rooms = require('./test/structure/rooms.json');
const room = (name) => `^controller/${name}/`;

const levels = ['cli', 'api', 'controller', 'schemas'];
const outside = ['fixtures', 'test'];

/** More folders than stand above any file. */
const deepest = 6;

module.exports = {
  forbidden: [
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...levels.map((name, index) => ({
      name: `${name}-imports-down`,
      severity: 'error',
      from: { path: `^${name}/` },
      to: { path: `^(${[...levels.slice(0, index), ...outside].join('|')})/` },
    })),
    ...rooms.slice(1).map((name, index) => ({
      name: `room-${name}-imports-down`,
      severity: 'error',
      from: { path: room(name) },
      to: { path: rooms.slice(0, index + 1).map(room) },
    })),
    // One rule for each depth of the folder above: `$1` is that folder.
    ...Array.from({ length: deepest }, (_, depth) => ({
      name: `no-import-from-above-${depth + 1}`,
      severity: 'error',
      from: { path: `^((?:cli|api|controller)${'/[^/]+'.repeat(depth)})/[^/]+/` },
      to: { path: '^$1/[^/]+$' },
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
