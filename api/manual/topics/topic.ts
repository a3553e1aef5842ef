/** One page of the manual, for people and for models. */
export interface Topic {
  /** Words with dots between them, from the general to the particular: `connector.http.actions.get`. */
  readonly name: string;
  /** Other names by which readers ask for it, such as `log@default`. */
  readonly aliases?: readonly string[];
  readonly title: string;
  /** One sentence or two, in Markdown; lists of topics show it. */
  readonly summary: string;
  /** Markdown below title and summary. Code that is the name of a topic, such as `task.call`, is a link to it. */
  readonly text: string;
  /** The text of the topic above has all of this already, so that its list of topics leaves it out. */
  readonly isPart?: true;
}

/** A topic without a topic above it: one chapter of the manual. */
export interface Section {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

/** The chapters, in the order in which readers see them. */
export const sections: readonly Section[] = [
  { name: 'guide', title: 'Guides', summary: 'How to do something, from a working example on.' },
  { name: 'task', title: 'Tasks of flows', summary: 'What a flow can do in one step.' },
  {
    name: 'expression',
    title: 'Expressions (jq)',
    summary: 'The functions that `${ … }` can call, each with an example.',
  },
  { name: 'kind', title: 'Kinds of files', summary: 'The files of a repository, field by field.' },
  {
    name: 'connector',
    title: 'Connectors',
    summary: 'The servers that flows can call, with configuration and actions.',
  },
  {
    name: 'app',
    title: 'Apps',
    summary:
      'The apps that `connector.openapi` knows by a preset: address, sign-in, limits and actions, each with a connection and a flow.',
  },
  { name: 'command', title: 'Commands', summary: 'What `svc` does in a terminal.' },
  { name: 'operation', title: 'Operations', summary: 'What callers can do over REST, GraphQL and MCP.' },
  {
    name: 'setting',
    title: 'Settings',
    summary: 'How an installation is set up, in `svc.yaml` or by variables.',
  },
  { name: 'error', title: 'Errors', summary: 'Every problem that callers meet, and what to do about it.' },
  { name: 'rule', title: 'Rules', summary: 'What `svc validate` finds in files, why, and how to fix it.' },
  { name: 'event', title: 'Events', summary: 'What svc reports by itself, as CloudEvents.' },
  { name: 'metric', title: 'Metrics', summary: 'What `/metrics` counts, for Prometheus.' },
];
