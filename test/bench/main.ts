/**
 * `npm run bench` measures everything, `npm run bench -- <name>…` a part. Each figure is printed beside a yardstick
 * measured in the same run. Compare the ratios, because machines differ and their speed varies.
 */
const benches: Record<string, () => Promise<{ bench(): Promise<void> }>> = {
  beside: () => import('./beside.js'),
  changes: () => import('./changes.js'),
  computing: () => import('./computing.js'),
  console: () => import('./console.js'),
  connectors: () => import('./connectors.js'),
  events: () => import('./events.js'),
  expressions: () => import('./expressions.js'),
  files: () => import('./files.js'),
  'http-calls': () => import('./http-calls.js'),
  nodes: () => import('./nodes.js'),
  loops: () => import('./loops.js'),
  postgres: () => import('./postgres.js'),
  peers: () => import('./peers/index.js'),
  reconcile: () => import('./reconcile.js'),
  recovery: () => import('./recovery.js'),
  runnable: () => import('./runnable.js'),
  runs: () => import('./runs.js'),
  start: () => import('./start.js'),
  surfaces: () => import('./surfaces.js'),
  triggers: () => import('./triggers.js'),
  validate: () => import('./validate.js'),
};

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  const load = benches[name];
  if (!load) {
    console.error(`There is no bench \`${name}\`; there are: ${Object.keys(benches).join(', ')}`);
    process.exit(2);
  }
  console.log(`\n# ${name}\n`);
  await (await load()).bench();
}
process.exit();
