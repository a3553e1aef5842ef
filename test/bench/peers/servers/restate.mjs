/** Restate: a handler with three steps; the server records each one before the next begins. */
import * as restate from '@restatedev/restate-sdk';
import { steps } from './serve.mjs';

const greeter = restate.service({
  name: 'greeter',
  handlers: {
    async greet(context, input) {
      let value = input;
      for (const [index, step] of steps.entries())
        value = await context.run(`step-${index}`, () => step(value));
      return value;
    },
  },
});

const port = await restate.serve({ services: [greeter], port: 0 });
process.send({ port, runtime: `Node ${process.versions.node}` });
