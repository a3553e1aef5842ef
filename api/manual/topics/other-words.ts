/** Words that readers use for something that the manual calls by another name, or that svc does by other means. */
export interface OtherWords {
  /** In lower case; several words of one entry are separated by a blank. */
  readonly words: readonly string[];
  /** One or two sentences of Markdown that answer a reader who searches for these words. */
  readonly note: string;
  /** Names of topics to go on with, the best one first. */
  readonly topics: readonly string[];
}

export const otherWords: readonly OtherWords[] = [
  {
    words: ['yesterday', 'today', 'last week', 'date range', 'history of runs'],
    note: '`svc runs list --since yesterday` lists the runs of a time; expressions compute with times, in any zone.',
    topics: [
      'command.runs',
      'command.logs',
      'expression.day_start',
      'expression.in_zone',
      'operation.list-runs',
    ],
  },
  {
    words: ['debug', 'debugging', 'troubleshoot', 'troubleshooting', 'breakpoint', 'inspect', 'broken'],
    note: 'A run shows each task with its input, its output and its error.',
    topics: ['guide.failed-runs', 'command.runs', 'command.logs', 'task.call.log', 'guide.errors'],
  },
  {
    words: ['dashboard', 'grafana', 'monitoring', 'monitor', 'observability', 'datadog', 'chart', 'graph'],
    note: '`svc status` and `svc runs list` show what runs now. Prometheus reads `/metrics`, and Grafana draws what Prometheus has.',
    topics: ['guide.operating', 'metric', 'command.status', 'command.runs', 'connector.prometheus'],
  },
  {
    words: ['excel', 'xlsx', 'xls', 'spreadsheet', 'workbook', 'csv', 'tsv', 'word document'],
    note: 'Scripts in Python and containers read and write files of any format. Services for spreadsheets are called by their web API.',
    topics: [
      'guide.files',
      'guide.python',
      'task.run.script',
      'task.run.container',
      'connector.openapi',
      'connector.http',
    ],
  },
  {
    words: ['upload', 'attachment', 'pdf', 'image', 'zip', 'binary', 'blob', 'ftp', 'file transfer'],
    note: 'Files pass through a flow as descriptions; their content stays out of expressions.',
    topics: ['guide.files', 'connector.s3', 'connector.sftp', 'connector.imap', 'setting.Files'],
  },
  {
    words: [
      'monday',
      'clickup',
      'sap',
      'sharepoint',
      'office',
      'sms',
      'zoom',
      'calendar',
      'snowflake',
      'azure',
      'gcp',
      'aws',
      'integration',
      'integrations',
      'plugin',
    ],
    note: 'The apps of the chapter `app` need a name and a credential. Any other service with a web API can be called: by its OpenAPI document, its GraphQL schema, or plain HTTP.',
    topics: [
      'app',
      'connector.openapi',
      'connector.graphql',
      'connector.http',
      'guide.connections',
      'connector',
    ],
  },
  {
    words: ['kafka', 'pubsub', 'rabbitmq', 'message queue', 'broker', 'activemq'],
    note: 'Flows send to brokers and start with their messages. These protocols are built in.',
    topics: ['connector.amqp', 'connector.nats', 'connector.mqtt', 'connector.redis', 'guide.triggers'],
  },
  {
    words: ['mongodb', 'mssql', 'sql server', 'oracle', 'mariadb', 'sql', 'database table'],
    note: 'These databases have connectors; others are reached by their web API, or by a program in a container.',
    topics: [
      'connector.postgres',
      'connector.mysql',
      'connector.sqlite',
      'connector.http',
      'task.run.container',
    ],
  },
  {
    words: [
      'sso',
      'single sign on',
      'saml',
      'openid',
      'oidc',
      'keycloak',
      'entra',
      'azure ad',
      'okta',
      'auth0',
      'google login',
      'active directory',
      'ldap',
      'login',
      'log in',
      'sign in',
    ],
    note: 'People sign in with a password, or with a token of your OpenID Connect provider. `svc login` stores a key for the commands.',
    topics: ['guide.sign-in', 'setting.Auth', 'command.login', 'operation.create-token', 'guide.operating'],
  },
  {
    words: ['permission', 'permissions', 'role', 'roles', 'rbac', 'acl', 'access control', 'rights'],
    note: 'A role says what a user or a key may do; teams grant more, by type, name and branch.',
    topics: ['kind.team', 'operation.create-user', 'operation.create-api-key', 'guide.environments'],
  },
  {
    words: ['cronjob', 'cron job', 'job', 'timer', 'recurring', 'periodic', 'every day', 'daily', 'nightly'],
    note: 'A trigger starts a flow at times.',
    topics: ['guide.triggers', 'kind.trigger.schedule', 'kind.flow.schedule', 'command.triggers'],
  },
  {
    words: [
      'workflow',
      'automation',
      'pipeline',
      'dag',
      'zap',
      'scenario',
      'playbook',
      'zapier',
      'airflow',
      'make',
    ],
    note: 'An automation is a flow here: one YAML file.',
    topics: ['guide.first-flow', 'guide.write-flows', 'kind.flow', 'guide.coming-from'],
  },
  {
    words: ['loop', 'iterate', 'foreach', 'for each', 'while', 'repeat'],
    note: '`for` runs tasks for each item, one after the other or side by side.',
    topics: ['task.for', 'expression.map', 'guide.write-flows'],
  },
  {
    words: ['if', 'else', 'condition', 'conditional', 'branching', 'decision'],
    note: '`if` leaves a task out, and `switch` chooses the next one.',
    topics: ['task.switch', 'task.common', 'guide.write-flows', 'guide.expressions'],
  },
  {
    words: ['parallel', 'concurrent', 'concurrency', 'simultaneous', 'at the same time'],
    note: '`fork` runs branches side by side; `for` runs items side by side with `concurrency`.',
    topics: ['task.fork', 'task.for', 'kind.flow', 'guide.sizing'],
  },
  {
    words: ['email', 'e mail', 'mail', 'smtp', 'inbox', 'outlook', 'gmail'],
    note: 'Flows send mails over SMTP, and read them over IMAP.',
    topics: ['connector.smtp', 'connector.imap', 'guide.connections', 'guide.approvals'],
  },
  {
    words: ['notify', 'notification', 'alert', 'alerts', 'alerting', 'paging'],
    note: '`setting.Notify` sends messages about what fails to a chat, a webhook or a mailbox; a trigger starts a flow that tells others.',
    topics: [
      'setting.Notify',
      'guide.failed-runs',
      'guide.triggers',
      'event',
      'guide.operating',
      'setting.Events',
    ],
  },
  {
    words: ['helm', 'kubernetes', 'k8s', 'docker', 'podman', 'container image'],
    note: 'svc runs in containers, and flows can run containers.',
    topics: ['guide.containers', 'guide.clusters', 'task.run.container', 'setting.Flows.AllowContainers'],
  },
  {
    words: ['undo', 'revert', 'restore', 'version history', 'go back'],
    note: 'Changes are commits, which can be reverted; backups restore the data; releases roll back.',
    topics: ['operation.revert-entity', 'guide.pull-requests', 'operation.restore-backup', 'guide.updates'],
  },
  {
    words: ['kill', 'stop a run', 'abort', 'cancel', 'stuck', 'hangs', 'hanging'],
    note: '`svc runs cancel` ends a run; `svc runs suspend` stops it for a time.',
    topics: ['command.runs', 'operation.cancel-run', 'operation.suspend-run', 'guide.failed-runs'],
  },
  {
    words: ['pip', 'packages', 'requirements', 'virtualenv', 'venv', 'pandas', 'numpy', 'modules'],
    note: 'Scripts in Python use the packages of one virtual environment, which a setting names.',
    topics: ['guide.python', 'setting.Flows.Python', 'task.run.script', 'task.run.container'],
  },
  {
    words: ['python', 'javascript', 'typescript', 'node', 'code', 'bash', 'custom code', 'function'],
    note: 'Scripts in the repository run from a flow: JavaScript in a sandbox, others where processes are allowed.',
    topics: [
      'task.run.script',
      'kind.script',
      'guide.python',
      'task.run.shell',
      'setting.Flows.AllowProcesses',
    ],
  },
  {
    words: [
      'variable',
      'variables',
      'constant',
      'parameter',
      'parameters',
      'env vars',
      'environment variable',
    ],
    note: 'Parameters belong to a run, variables to an environment, and values to the tasks that set them.',
    topics: ['guide.environments', 'kind.environment.variables', 'task.set', 'guide.expressions'],
  },
  {
    words: ['ai', 'llm', 'openai', 'chatgpt', 'gpt', 'claude', 'anthropic', 'copilot', 'cursor', 'prompt'],
    note: 'Flows call language models with `connector.llm`, and agents call flows over MCP.',
    topics: ['connector.llm', 'guide.agents', 'command.mcp', 'connector.mcp'],
  },
  {
    words: ['state', 'memory', 'remember', 'counter', 'persist', 'key value', 'deduplicate'],
    note: 'A store keeps values between runs.',
    topics: ['kind.store', 'kind.cache-policy', 'guide.write-flows'],
  },
  {
    words: ['upgrade', 'new version', 'changelog', 'release notes', 'breaking changes', 'what is new'],
    note: '`svc app update` brings an installation to a new release, and `svc app rollback` back.',
    topics: ['guide.changes', 'guide.updates', 'guide.from-a-clone'],
  },
  {
    words: ['high availability', 'ha', 'failover', 'scaling', 'scale', 'load balancer', 'replica'],
    note: 'Several nodes share one PostgreSQL database.',
    topics: ['guide.clusters', 'guide.databases', 'guide.sizing'],
  },
];
