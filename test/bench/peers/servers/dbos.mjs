/** DBOS: a workflow of three steps in this process; each step is a row of PostgreSQL before the next one begins. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { serve, steps } from './serve.mjs';

const [systemDatabaseUrl] = process.argv.slice(2);
DBOS.setConfig({ name: 'peer', systemDatabaseUrl, systemDatabasePoolSize: 20, logLevel: 'error' });

const greet = DBOS.registerWorkflow(
  async (input) => {
    let value = input;
    for (const [index, step] of steps.entries())
      value = await DBOS.runStep(async () => step(value), { name: `step-${index}` });
    return value;
  },
  { name: 'greet' },
);

await DBOS.launch();
serve((input) => greet(input));
