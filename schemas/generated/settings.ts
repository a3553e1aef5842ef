// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * What an installation is told before it starts: the file svc.yaml. Each key can be overridden by an environment variable, SVC_<Section>__<Key>.
 */
export interface Settings {
  /**
   * Where the service listens and how callers reach it.
   */
  Server: {
    /**
     * Address to listen on. The default is reachable from the same machine only.
     */
    Host: string;
    /**
     * TCP port to listen on; 0 takes any free one.
     */
    Port: number;
    /**
     * The address callers use, for links in answers and in notifications of human tasks, without a slash at the end. Left out: taken from the request; in notifications, which have none, `Host` and `Port`, so that links work on this machine only.
     */
    BaseUrl?: string;
    /**
     * The path that the service is below, for a host that it shares: `/svc` for `https://example.com/svc/`. The service answers with and without it, so a proxy may pass the path on or cut it off. Left out: the path of `BaseUrl`.
     */
    BasePath?: string;
    /**
     * What people call this installation, such as the name of the company. Pages for people show it.
     */
    Name: string;
    /**
     * The address at which other nodes of the installation reach this one, without a slash at the end: they pass requests on to the node that leads. Left out: `Host`, or where that is any address the first one of this machine, with `Port`.
     */
    NodeUrl?: string;
    /**
     * The certificate to speak HTTPS with. A change of the files is noticed within seconds and used for new connections; open ones stay. Left out: HTTP, for a proxy on the same machine or network.
     */
    Tls?: {
      /**
       * A PEM file with the certificate, followed by those of the authorities in between, relative to the settings file.
       */
      Certificate: string;
      /**
       * A PEM file with the private key of the certificate, without a passphrase, relative to the settings file.
       */
      Key: string;
      /**
       * The oldest version of TLS that clients may use.
       */
      MinVersion: 'TLSv1.2' | 'TLSv1.3';
    };
    /**
     * Addresses or networks of the proxies in front of the service. Only from these are the caller's address, the scheme and the host taken from `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`; of several addresses the last one that is not trusted itself.
     */
    TrustedProxies: string[];
  };
  /**
   * The config repository: where the entity files come from.
   */
  Git: {
    /**
     * Whether the entity files are versioned in Git. Off: the files of `Directory` are production, without history.
     */
    Enabled: boolean;
    /**
     * The repository to follow: a path, or a file:, http:, https: or ssh: address. Left out: the repository in the data directory is the only one.
     */
    Remote?: string;
    /**
     * The branch that is production. Left out: the one the remote's HEAD names.
     */
    Branch?: string;
    /**
     * The folder of the repository that belongs to svc; commits outside of it cause no work. Left out: the whole repository.
     */
    Path?: string;
    /**
     * Seconds between two looks at the remote.
     */
    PollInterval: number;
    /**
     * Seconds a remote over HTTP may say nothing before it is given up on.
     */
    Timeout: number;
    /**
     * A file of PEM certificates that are trusted for the remote besides the usual ones, relative to the settings file.
     */
    CaFile?: string;
    /**
     * What proves to the remote who is calling, for reading and for writing.
     */
    Credentials: {
      /**
       * The path of a stored secret. Of its keys count `username`, `token` or `password` for http: and https:, `privateKey` and `knownHosts` for ssh:. What is set beside it here counts first.
       */
      Secret?: string;
      /**
       * For http: and https:. Left out: `git`, which does for a token.
       */
      Username?: string;
      /**
       * A token or password for http: and https:. Better given as the environment variable SVC_Git__Credentials__Token than in a file.
       */
      Token?: string;
      /**
       * A file with the private key for ssh:, relative to the settings file. Left out, and without one in the secret: the keys of the user svc runs as.
       */
      KeyFile?: string;
      /**
       * A file with the keys of the hosts to trust for ssh:, relative to the settings file; no other host is trusted then.
       */
      KnownHostsFile?: string;
    };
    /**
     * The secrets that deliveries to /api/v1/platform/git/sync may be signed with; each is as good as the others, so that one can be replaced while its successor is in use already. Without any, no delivery is taken.
     */
    WebhookSecrets: (
      | string
      | {
          /**
           * The path of the stored secret.
           */
          Secret: string;
          /**
           * The key inside it. Left out: all its keys count.
           */
          Key?: string;
        }
    )[];
    /**
     * The service the remote lies on, for commit statuses and pull requests.
     */
    Forge: {
      /**
       * Which interface it speaks. Forgejo speaks that of Gitea. Left out: svc tells no forge anything.
       */
      Type?: 'github' | 'gitea';
      /**
       * The address of its API. Left out: made from `Git.Remote` (https://api.github.com, https://<host>/api/v3, https://<host>/api/v1).
       */
      Url?: string;
      /**
       * Owner and name. Left out: taken from `Git.Remote`.
       */
      Repository?: string;
      /**
       * A token that may write statuses and pull requests. Left out, and without `Secret`: that of `Git.Credentials`.
       */
      Token?: string;
      /**
       * The path of a stored secret with the token under `token` or `password`.
       */
      Secret?: string;
    };
    /**
     * Where the outcome of each commit is posted to, in the format of GitHub and Gitea; `{sha}` and `{branch}` stand for the commit and its branch. Left out: the forge, when `Forge.Type` is set.
     */
    StatusUrl?: string;
    /**
     * What an invalid entity holds back. `entity`: itself and whatever refers to it stay at their last good version, all else moves on. `commit`: the whole commit, until a later one has no invalid entity.
     */
    ApplyPolicy: 'entity' | 'commit';
    /**
     * Percent of the entities. A commit that takes away more than that, and at least 10, or all files, is held until `POST /api/v1/{branch}/cicd/sync?confirmPrune=true` confirms it. 100: only one that takes away all files.
     */
    PruneLimit: number;
    /**
     * Branches besides production that take changes by proposal only, from all but administrators. Production always does.
     */
    ProtectedBranches?: string[];
    /**
     * What a merge into production, or into another protected branch, needs: then no one writes there directly, administrators included. An approval counts from a person who neither opened the proposal nor made a commit of it, and a new commit voids it. Left out: one who may write to the branch merges alone.
     */
    Reviews: {
      /**
       * The number of approvals.
       */
      required: number;
      /**
       * Whether each changed file with owners in `CODEOWNERS` of the base (in the root, `.github`, `docs` or `.gitlab`) needs the approval of one of them. `@ada` and `ada@example.com` are people, `@crew/payments` is the team `payments`.
       */
      codeOwners: boolean;
    };
    /**
     * Branches besides production whose schedules and event triggers fire.
     */
    ActiveBranches: string[];
    /**
     * With `Enabled` off: the folder of the entity files, relative to the settings file. Left out: the folder of the settings file.
     */
    Directory?: string;
  };
  /**
   * A directory laid over the production branch, addressed as the branch `local`.
   */
  LocalOverlay: {
    /**
     * Whether the branch `local` exists: production with the folder laid over it. `svc serve --dir` on a Git work tree without a settings file turns it on.
     */
    Enabled: boolean;
    /**
     * The folder of the overlay, relative to the settings file. Its files take the place of production's files of the same path, and hide those that define the same entity elsewhere. In a work tree of the config repository a file that is missing is missing on `local` too; any other folder only adds and replaces. `svc serve --dir` on a Git work tree names that work tree.
     */
    Directory?: string;
  };
  /**
   * Where runs, keys and secrets are kept.
   */
  Database: {
    /**
     * A PostgreSQL database, 13 or newer, for this service alone. Left out: an SQLite file in the data directory. `svc migrate` moves an installation.
     */
    Url?: string;
  };
  /**
   * The key that the stored secrets are encrypted under, which svc makes at its first start if it is left out, and other places that hold secrets.
   */
  Secrets: {
    /**
     * The key itself: 32 bytes in base64. Better given as the environment variable SVC_Secrets__MasterKey than in a file.
     */
    MasterKey?: string;
    /**
     * The previous key. When it is set, svc wraps all data keys by the current key at its start; `/platform/diagnostics` reports when this setting can be removed; svc keeps the key for older backups.
     */
    PreviousMasterKey?: string;
    /**
     * A file that holds the key in 64 hexadecimal digits, relative to the settings file. A second line is the key before it. Left out: the credential `master-key` of systemd (`$CREDENTIALS_DIRECTORY`), else `master.key` in the data directory, which svc makes and rotates.
     */
    MasterKeyFile?: string;
    /**
     * Other places that hold secrets, each under a prefix of paths, which svc reads and never writes. No prefix may contain another. Under a prefix, stored secrets are not used. Secrets under `platform/` stay out of reach of flows and connections.
     */
    Providers: {
      /**
       * The place under one prefix: one of `Files`, `Vault` and `Kubernetes`.
       */
      [k: string]: {
        /**
         * A folder as Kubernetes and Docker mount secrets: `<folder>/<path>/<key>`, or `<folder>/<path>.json` with an object of texts. The prefix alone names the folder itself. Symbolic links to places outside the folder are not followed.
         */
        Files?: {
          /**
           * The folder, relative to the settings file.
           */
          Folder: string;
        };
        /**
         * The key-value engine of HashiCorp Vault or OpenBao.
         */
        Vault?: {
          /**
           * The address of the server.
           */
          Address: string;
          /**
           * The namespace of Vault Enterprise or OpenBao.
           */
          Namespace?: string;
          /**
           * The path at which the key-value engine is mounted.
           */
          Mount: string;
          /**
           * The version of the key-value engine.
           */
          Version: 1 | 2;
          /**
           * The folder in the engine that the prefix stands for. Left out: all of the engine.
           */
          Path?: string;
          /**
           * A file of PEM certificates that are trusted besides the usual ones, relative to the settings file.
           */
          CaFile?: string;
          /**
           * How svc signs in. svc renews its token, and signs in again when the token ends.
           */
          Auth: {
            /**
             * A token.
             */
            Token?: {
              /**
               * A file that holds it, relative to the settings file. svc reads the file again at each sign-in.
               */
              File?: string;
              /**
               * The environment variable that holds it.
               */
              Variable?: string;
              /**
               * The path of a stored secret that holds it under the key `token`.
               */
              Secret?: string;
            };
            /**
             * A role for programs.
             */
            AppRole?: {
              /**
               * The id of the role.
               */
              RoleId: string;
              /**
               * The secret id of the role.
               */
              SecretId: {
                /**
                 * A file that holds it, relative to the settings file. svc reads the file again at each sign-in.
                 */
                File?: string;
                /**
                 * The environment variable that holds it.
                 */
                Variable?: string;
                /**
                 * The path of a stored secret that holds it under the key `secretId`.
                 */
                Secret?: string;
              };
              /**
               * The path at which the method is mounted.
               */
              Mount: string;
            };
            /**
             * The token of the service account that svc runs as.
             */
            Kubernetes?: {
              /**
               * The role in Vault that the service account belongs to.
               */
              Role: string;
              /**
               * A file with the token of the service account, relative to the settings file.
               */
              TokenFile: string;
              /**
               * The path at which the method is mounted.
               */
              Mount: string;
            };
          };
          /**
           * Seconds until a request without an answer fails.
           */
          Timeout: number;
          /**
           * Seconds that a value is used without being read again. 0: each use reads it.
           */
          Cache: number;
        };
        /**
         * The `Secret` objects of one namespace: `<prefix>/<name>`. Inside a cluster all fields can be left out.
         */
        Kubernetes?: {
          /**
           * The address of the API server. Left out: that of the cluster that svc runs in.
           */
          Address?: string;
          /**
           * The namespace. Left out: the one that svc runs in.
           */
          Namespace?: string;
          /**
           * A file with the token of the service account, relative to the settings file. svc reads it for each request.
           */
          TokenFile: string;
          /**
           * A file with the PEM certificate that signs that of the API server, relative to the settings file. No other is trusted.
           */
          CaFile: string;
          /**
           * Seconds until a request without an answer fails.
           */
          Timeout: number;
          /**
           * Seconds that a value is used without being read again. 0: each use reads it.
           */
          Cache: number;
        };
      };
    };
  };
  /**
   * How callers are recognised. API keys and users' passwords are always accepted.
   */
  Auth: {
    /**
     * How long an access token is valid.
     */
    AccessTokenMinutes: number;
    /**
     * How long after signing in the session can be renewed; then the user signs in again.
     */
    SessionDays: number;
    /**
     * How long people stay signed in at the web console.
     */
    Console: {
      /**
       * How long after signing in a session ends, however it is used. The role that an issuer gave counts until then.
       */
      SessionHours: number;
      /**
       * How long after the last request a session ends.
       */
      IdleMinutes: number;
      /**
       * Users of svc sign in at the console with their passwords. False: people sign in there with the issuer only; API keys and `POST /api/v1/platform/auth/token` go on.
       */
      Passwords: boolean;
    };
    /**
     * An issuer whose access tokens are accepted as bearer tokens. Left out: none.
     */
    Oidc?: {
      /**
       * The issuer's address, as its tokens bear it in `iss`. https, or http on this machine.
       */
      Issuer: string;
      /**
       * What must be in `aud` of a token for this service.
       */
      Audience: string;
      /**
       * The claim that names the caller. Choose one that users cannot change themselves.
       */
      NameClaim: string;
      /**
       * The claim that holds the caller's role or groups, dots leading into objects.
       */
      RoleClaim: string;
      /**
       * What stands in the role claim, and the role it means; the highest counts. Left out: the role names themselves.
       */
      Roles?: {
        /**
         * A role of svc.
         */
        [k: string]: 'viewer' | 'operator' | 'editor' | 'admin';
      };
      /**
       * What the clients with these ids (`azp` or `client_id`) are. Left out: a token that a client has for itself is a service's, any other a person's.
       */
      Clients?: {
        /**
         * What the client is; only persons complete human tasks.
         */
        [k: string]: 'person' | 'service' | 'agent';
      };
      /**
       * The role of callers whose token names none. Left out: they are refused.
       */
      DefaultRole?: 'viewer' | 'operator' | 'editor' | 'admin';
      /**
       * Signature algorithms that are accepted.
       *
       * @minItems 1
       */
      Algorithms: [
        'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA',
        ...(
          'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA'
        )[]
      ];
      /**
       * Seconds by which the issuer's clock may differ.
       */
      ClockTolerance: number;
      /**
       * Lets people sign in at the web console with the issuer: its authorisation code flow with PKCE. Register the address `<address of the service>/api/v1/platform/auth/oidc/callback` at the issuer. Left out: people sign in with passwords of svc.
       */
      Login?: {
        /**
         * The id of the client that is registered for the console at the issuer.
         */
        ClientId: string;
        /**
         * The path of a stored secret with the key `clientSecret`. Left out, and without `ClientSecret`: the client is public and proves itself by PKCE alone.
         */
        Secret?: string;
        /**
         * The secret of the client. Better given as the environment variable SVC_Auth__Oidc__Login__ClientSecret than in a file. It counts before `Secret`.
         */
        ClientSecret?: string;
        /**
         * The name on the button. Left out: the host of the issuer.
         */
        Title?: string;
        /**
         * The scopes that svc asks for; `openid` is among them, stated or not. Name the one that puts roles and the name into the tokens.
         */
        Scopes: string[];
      };
    };
  };
  /**
   * How much of everything one caller, file or run may take.
   */
  Limits: {
    /**
     * Bytes of one HTTP request body.
     */
    RequestBody: number;
    /**
     * Levels of fields in one GraphQL query.
     */
    QueryDepth: number;
    /**
     * Fields that the answer to one GraphQL query may have; a list counts as often as it asks for items.
     */
    QueryCost: number;
    /**
     * GraphQL subscriptions that one caller may have open at a time.
     */
    Subscriptions: number;
    /**
     * Streams of events, logs, GraphQL subscriptions and messages of MCP that one caller may have open at a time.
     */
    Streams: number;
    /**
     * Bytes of one entity file.
     */
    YamlFile: number;
    /**
     * Levels of nesting in one entity file.
     */
    YamlDepth: number;
    /**
     * Alias expansions in one entity file.
     */
    YamlAliases: number;
    /**
     * Bytes of a run's parameters, as JSON. The body of a webhook or a served request does not count: `RequestBody` bounds it.
     */
    FlowInput: number;
    /**
     * Bytes of one task's output, as JSON. Above 1 MiB, it is also how many characters a process or script may write to each of its outputs; files have no such limit (`guide.files`).
     */
    TaskOutput: number;
    /**
     * Bytes of one run's log; what comes after is left out, with a mark.
     */
    RunLog: number;
    /**
     * Tasks one run may start, those of loops counted each time.
     */
    RunTasks: number;
    /**
     * Bytes of one run's journal: what it records of its tasks, their results and its log.
     */
    RunJournal: number;
    /**
     * Bytes of one file that a task yields.
     */
    File: number;
    /**
     * Files that one run may have.
     */
    FilesPerRun: number;
    /**
     * Runs inside each other: how deep flows may start flows.
     */
    RunNesting: number;
    /**
     * Other runs that one run may start.
     */
    RunChildren: number;
    /**
     * Items in one answer of a list.
     */
    ListPage: number;
    /**
     * Seconds a run may take unless its flow sets a timeout.
     */
    FlowDuration: number;
    /**
     * Runs in progress at a time in one process. Branches and flows share the places: see `Shares`.
     */
    ConcurrentRuns: number;
    /**
     * Accepted runs that wait to be started; beyond it new ones are refused, and beyond half of it those of other branches than production.
     */
    PendingRuns: number;
    /**
     * Calls of runs at a time in one process; further ones wait. While other runs wait for a place, a run whose calls take longer than a second gives its place back, until so many runs are in memory.
     */
    CallsInFlight: number;
    /**
     * How branches, and the flows of a branch, share the places of `ConcurrentRuns` and `CallsInFlight` while there are too few. The first entry that fits counts; without one the weight is 1. Production has at least half of the places in any case.
     *
     * @maxItems 100
     */
    Shares: {
      /**
       * The branches that the entry is for: `*` within a segment, `**` across; `local` and `proposals/…` are written out. Default: all.
       */
      branch?: string;
      /**
       * The flows that the entry is for, with `*` for any characters. Left out, the entry is for whole branches.
       */
      flow?: string;
      /**
       * How many places it gets where others of weight 1 get one.
       */
      weight: number;
    }[];
    /**
     * Bytes of one answer of a remote over HTTP.
     */
    GitTransfer: number;
    /**
     * Requests per minute of one credential.
     */
    RequestsPerMinute: number;
    /**
     * Deliveries per minute to one webhook from one sender, whose other webhooks are not affected. All senders together may bring ten times as many to a webhook, and one address ten times as many over all of them.
     */
    WebhooksPerMinute: number;
    /**
     * Failed sign-ins per minute of one address.
     */
    SignInsPerMinute: number;
  };
  /**
   * What flows may do on this machine and its networks.
   */
  Flows: {
    /**
     * The environment of runs that name none, in place of the default environment of their branch. A staging and a production service can follow one repository with it.
     */
    Environment?: string;
    /**
     * Whether flows and connections may reach loopback and private addresses. Link-local and metadata addresses stay refused. A service that is started with `--dir` reaches them unless the settings say `false`: what flows of a folder call is often on the same machine.
     */
    AllowPrivateNetworks: boolean;
    /**
     * Whose input and output operators may read of the tasks of runs: `all`, of executions that `failed` only, or `none`. The timeline and errors show in any case; runs keep their data as before, for their own work.
     */
    TaskData: 'all' | 'failed' | 'none';
    /**
     * Whether tasks may run containers with docker or podman. A container reaches any network, and any folder of this machine that a flow names.
     */
    AllowContainers: boolean;
    /**
     * Whether tasks may start child processes.
     */
    AllowProcesses: boolean;
    /**
     * The folder of the virtual environment with which scripts in Python run, relative to the settings file: they use its Python and its packages. Left out: the `python3` of this machine.
     */
    Python?: string;
  };
  /**
   * How the service looks after the connections of production.
   */
  Connections: {
    /**
     * Seconds in which the service tests each connection of production once, in each environment that changes its settings or secrets. Left out: no tests. A test connects with the credentials and changes nothing; tests are spread over the time, one after another, for at most 30 seconds each. Not tested are connectors without a test, connections that start a program of this machine, and those that lack a secret. The result is the condition `Tested` of the connection, the check `connections` of the diagnostics and the metric `svc_connections_failing`. Each test is a use of its secrets in the audit log.
     */
    TestEvery?: number;
  };
  /**
   * Connectors besides the built-in ones, and what built-in ones may do on this machine.
   */
  Connectors: {
    /**
     * The files that connections to SQLite may open.
     */
    Sql: {
      /**
       * The folder of the database files; `databases` in the data directory unless said.
       */
      Directory?: string;
      /**
       * Whether a connection may name a file outside of the folder, by its absolute path.
       */
      AllowAnyFile: boolean;
    };
    /**
     * npm packages that each export a connector. They are looked for in `node_modules` of the data directory and of the folders around it, then beside the service. Their code runs inside the service, with all its rights.
     */
    Packages: string[];
  };
  /**
   * Where the files of runs are.
   */
  Files: {
    /**
     * A bucket of Amazon S3, or of a server with the same API, for the content of the files that runs have. Left out: the data directory. Files that are there already stay there.
     */
    Bucket?: {
      /**
       * The name of the bucket.
       */
      Name: string;
      /**
       * The beginning of all keys. Each installation needs a prefix of its own.
       */
      Prefix: string;
      /**
       * The region of the bucket.
       */
      Region: string;
      /**
       * The address of another server than that of Amazon.
       */
      Endpoint?: string;
      /**
       * Whether the bucket is in the path, and not in the name of the host; servers of your own need it.
       */
      PathStyle: boolean;
      /**
       * The path of a stored secret with the keys `accessKeyId` and `secretAccessKey`.
       */
      Secret: string;
    };
  };
  /**
   * When backups are made by themselves, and how long those are kept.
   */
  Backups: {
    /**
     * A cron expression, as of a trigger, in UTC: a backup is made at these times, and at the start of the service if one was missed. Left out: backups are made on request only.
     */
    Schedule?: string;
    /**
     * What a scheduled backup has in it. Left out: everything.
     *
     * @minItems 1
     */
    Categories?: [
      'flows' | 'environments' | 'connections' | 'config' | 'secrets' | 'users' | 'runs' | 'settings',
      ...('flows' | 'environments' | 'connections' | 'config' | 'secrets' | 'users' | 'runs' | 'settings')[]
    ];
    /**
     * How many of the backups that svc makes by itself are kept, of the scheduled ones and of those before a restore each. Requested and uploaded backups stay until they are deleted.
     */
    Keep: number;
    /**
     * Days after which backups that svc makes by itself are deleted; the newest one of each sort stays.
     */
    KeepDays: number;
    /**
     * The folder of the backup files, relative to the settings file. Left out: `backups` in the data directory.
     */
    Directory?: string;
    /**
     * Bytes that an uploaded backup may have, and a tenth of what it may unpack to.
     */
    LargestUpload: number;
  };
  /**
   * How long what accumulates is kept.
   */
  Retention: {
    /**
     * Days that completed runs are kept, with their journals and logs.
     */
    CompletedRuns: number;
    /**
     * Days that faulted and cancelled runs are kept, with their journals and logs.
     */
    FaultedRuns: number;
    /**
     * Days that events are kept for the runs that may still listen for them, at most; without such a run, a day.
     */
    Events: number;
    /**
     * Days that records of the audit log are kept.
     */
    Audit: number;
    /**
     * Days that proposals are kept after they were merged or closed. Their commits stay.
     */
    Proposals: number;
    /**
     * Days for which a delivery to a webhook is known again, so that a repeated one starts nothing.
     */
    Deliveries: number;
    /**
     * Days that messages of connections are kept whose triggers could not start their flows.
     */
    ParkedMessages: number;
    /**
     * Days that the occurrences of triggers are kept.
     */
    Occurrences: number;
    /**
     * Days that support and feature requests are kept.
     */
    Tickets: number;
  };
  /**
   * What the service says about itself.
   */
  Telemetry: {
    /**
     * The least severe level that is logged.
     */
    LogLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
    /**
     * A file that the log is written to besides, relative to the settings file. Beyond 16 MiB it becomes `<name>.1`.
     */
    LogFile?: string;
    /**
     * Whether /metrics needs no credential.
     */
    PublicMetrics: boolean;
    /**
     * Where traces of runs and their tasks are sent to over OTLP/HTTP; `/v1/traces` is added. Left out: nothing is traced. `OtlpLogs` adds the log.
     */
    OtlpEndpoint?: string;
    /**
     * Whether the log of the service goes to the OTLP endpoint too; `/v1/logs` is added.
     */
    OtlpLogs: boolean;
    /**
     * Sent to the OTLP endpoint as a bearer token.
     */
    OtlpToken?: string;
  };
  /**
   * Where support and feature requests go.
   */
  Support: {
    /**
     * Each request is sent there as JSON, again until it is taken. Left out: requests are kept here and can be read.
     */
    Url?: string;
  };
  /**
   * Who is told of what happens.
   */
  Events: {
    /**
     * Addresses that events are posted to, signed as Standard Webhooks are: at least once, again with growing pauses for 24 hours.
     */
    Webhooks: {
      /**
       * Where events are posted to.
       */
      Url: string;
      /**
       * What deliveries are signed with: `whsec_` and base64, or any other text.
       */
      Secret: string;
      /**
       * Event types that are sent; `*` at the end stands for any rest. Left out: all but those of single tasks.
       *
       * @minItems 1
       */
      Types?: [string, ...string[]];
    }[];
  };
  /**
   * Messages to people about what fails. One of `Connection`, `Webhook` and `Mail` is the receiver; without one, svc sends none. Links in messages begin with `Server.BaseUrl`.
   */
  Notify: {
    /**
     * A connection of the production branch that carries the messages, such as one to a chat, and how.
     */
    Connection?: {
      /**
       * The name of the connection.
       */
      Name: string;
      /**
       * The action that sends a message: `svc connections actions chat` lists those of the connection `chat`.
       */
      Action: string;
      /**
       * The arguments of the action. A text `${ … }` is a jq expression over the message: `.text` (the whole message as text), `.title` (its first line), `.link`, `.cause`, `.count`, `.since` and `.items`.
       */
      With?: {
        [k: string]: unknown;
      };
      /**
       * The environment that the connection is used in. Left out: the default one.
       */
      Environment?: string;
    };
    /**
     * An address that messages are posted to as JSON, with the members that `With` can read. Chats with incoming webhooks show `text`.
     */
    Webhook?: {
      /**
       * Where messages are posted to. Many such addresses are secrets: better given as the environment variable SVC_Notify__Webhook__Url.
       */
      Url: string;
      /**
       * What messages are signed with, as Standard Webhooks are: `whsec_` and base64, or any other text. Left out: messages are not signed.
       */
      Secret?: string;
    };
    /**
     * Mails, over a connection of the connector `smtp`.
     */
    Mail?: {
      /**
       * A connection of the production branch whose connector is `smtp`.
       */
      Connection: string;
      /**
       * The recipients.
       *
       * @minItems 1
       * @maxItems 50
       */
      To: [string, ...string[]];
      /**
       * The sender. Left out: that of the connection.
       */
      From?: string;
      /**
       * The environment that the connection is used in. Left out: the default one.
       */
      Environment?: string;
    };
    /**
     * What is told, of the production branch and of `Git.ActiveBranches`. `faulted`: runs that faulted, child runs apart. `notReady`: entities that a commit made not ready. `held`: commits that are held. `checks`: checks of `svc status` that begin to fail.
     *
     * @minItems 1
     */
    On: ['faulted' | 'notReady' | 'held' | 'checks', ...('faulted' | 'notReady' | 'held' | 'checks')[]];
    /**
     * Seconds between two messages of the same cause, at least: what happens meanwhile is counted, and told in one message.
     */
    Window: number;
  };
  /**
   * The folder for the database, the repository and the keys, relative to the settings file.
   */
  DataDirectory: string;
}
