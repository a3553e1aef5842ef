import { connect, connectionOptions } from '../client/connect.js';
import { type Command, isSet } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';

const config = JSON.stringify({
  mcpServers: { svc: { command: 'svc', args: ['mcp', '--dir', '/path/to/automations'] } },
});
const remote = JSON.stringify({
  mcpServers: {
    svc: {
      command: 'svc',
      args: ['mcp', '--server', 'https://svc.example.com'],
      env: { SVC_API_KEY: 'svc_…' },
    },
  },
});

export const mcp: Command = {
  usage: 'mcp',
  summary: 'speak the Model Context Protocol on stdin and stdout',
  description: `Speaks the Model Context Protocol (MCP) on stdin and stdout, for AI assistants that start this command.
Sends their messages to a server, or to the local installation in this process.

Configuration of the assistant, for an installation on this machine:

  ${config}

and for a server:

  ${remote}

With the installation of a folder, the assistant runs flows and proposes changes; \`--write\` lets it change
entities itself. It counts as an agent: keys, secrets, shares and merges are for you.

An assistant that speaks MCP over HTTP does not need this command: give it the address <server>/mcp and an API key.`,
  options: [
    ...connectionOptions.filter(({ flags }) => !flags.includes('--branch')),
    {
      flags: '--write',
      description:
        'let the assistant change the installation of a folder; without it, it only proposes changes',
    },
  ],
  examples: ['svc mcp --dir ./automations', 'svc mcp --server https://svc.example.com'],
  async run(io, _args, options) {
    const { api, isLocal } = await connect(io, options);
    const { Bridge } = await import('../client/mcp/bridge.js');
    const interrupted = new AbortController();
    const undo = io.onInterrupt(() => interrupted.abort());
    try {
      await new Bridge({
        api,
        writes: !isLocal ? undefined : isSet(options, 'write') ? 'entities' : 'propose',
        input: io.stdin,
        write: (message) => io.stdout.write(`${message}\n`),
        report: (text) => io.stderr.write(`svc mcp: ${text}\n`),
        signal: interrupted.signal,
      }).run();
    } finally {
      undo();
      await api.close();
    }
    return exitCodes.done;
  },
};
