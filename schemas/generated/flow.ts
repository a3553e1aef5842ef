// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * The address of the authorisation server.
 */
export type OauthAuthority = string;
/**
 * The grant type.
 */
export type OauthGrant =
  | 'authorization_code'
  | 'client_credentials'
  | 'password'
  | 'refresh_token'
  | 'urn:ietf:params:oauth:grant-type:token-exchange';
/**
 * Issuers whose tokens are accepted.
 */
export type OauthIssuers = string[];
/**
 * The scopes to ask for.
 */
export type OauthScopes = string[];
/**
 * The audiences to ask for.
 */
export type OauthAudiences = string[];
/**
 * For the grant `password`.
 */
export type OauthUsername = string;
/**
 * For the grant `password`; take it from a secret.
 */
export type OauthPassword = string;
/**
 * How a call proves who is calling.
 */
export type Authentication =
  | BasicAuthentication
  | BearerAuthentication
  | DigestAuthentication
  | Oauth2Authentication
  | OidcAuthentication;
/**
 * One step of work; the field that is there says which type.
 */
export type Task =
  | CallTask
  | DoTask
  | EmitTask
  | ForTask
  | ForkTask
  | ListenTask
  | RaiseTask
  | RunTask
  | SetTask
  | SwitchTask
  | TryTask
  | WaitTask;
/**
 * Calls something outside the flow, or a function of it.
 */
export type CallTask = CallHttp | CallOpenApi | CallGrpc | CallAsyncApi | CallA2A | CallMcp | CallFunction;
/**
 * HTTP headers by name, or an expression that gives them.
 */
export type HttpHeaders =
  | {
      /**
       * The header's value; a list is joined with commas, null leaves the header out.
       */
      [k: string]: string | number | boolean | (string | number | boolean)[] | null;
    }
  | Expression;
/**
 * A runtime expression (jq) in `${ … }`.
 */
export type Expression = string;
/**
 * Query parameters by name, or an expression that gives them.
 */
export type HttpQuery =
  | {
      /**
       * The parameter's value; a list repeats the parameter, null leaves it out.
       */
      [k: string]: string | number | boolean | (string | number | boolean | null)[] | null;
    }
  | Expression;
/**
 * What the call gives: the body decoded (`content`), the body in base64 (`raw`), status, headers and body (`response`), or the description of a file that has the body, of any size (`file`).
 */
export type HttpOutputOrFile = 'raw' | 'content' | 'response' | 'file';
/**
 * Whether an answer with a 3xx status counts as success.
 */
export type HttpRedirect = boolean;
/**
 * A condition: the task is skipped when it gives false.
 */
export type TaskIf = string;
/**
 * What the call gives: the body decoded (`content`), the body in base64 (`raw`), or status, headers and body (`response`).
 */
export type HttpOutput = 'raw' | 'content' | 'response';
/**
 * The tasks.
 */
export type TaskList1 = {
  [k: string]: Task;
}[];
/**
 * The tasks for each item.
 */
export type TaskList2 = {
  [k: string]: Task;
}[];
/**
 * The tasks to perform side by side.
 */
export type TaskList3 = {
  [k: string]: Task;
}[];
/**
 * The events that end the waiting.
 */
export type EndingEvents =
  | {
      /**
       * The events.
       */
      all: EventFilter[];
    }
  | {
      /**
       * The events; with none listed, every event.
       */
      any: EventFilter[];
    }
  | {
      one: EventFilter1;
    };
/**
 * The tasks for each item.
 */
export type TaskList4 = {
  [k: string]: Task;
}[];
/**
 * Whether to wait for the end.
 */
export type ProcessAwait = boolean;
/**
 * What the task gives. `stdout` is text also where it is JSON: `output: { as: '${ fromjson }' }` makes a value of it. A script in JavaScript gives what it returns.
 */
export type ProcessReturn = 'stdout' | 'stderr' | 'code' | 'all' | 'none';
/**
 * An expression that gives what the process reads.
 */
export type ProcessStdin = string;
/**
 * The arguments of the process.
 */
export type ProcessArguments = string[];
/**
 * Positional arguments, or named ones that the script sees as variables; may be an expression.
 */
export type ScriptArguments =
  | ProcessArguments
  | {
      [k: string]: unknown;
    }
  | string;
/**
 * Patterns of paths in the working folder of a process, with `*`, `?` and `**`: what matches, and is new or changed, becomes files of the run, which the output describes in `files`. The folder begins with the files that the input of the task describes; `[]` yields none. Without `return`, the output is that of `all`. `guide.files` shows it.
 *
 * @maxItems 100
 */
export type ProcessFiles = string[];
/**
 * Positional arguments `$1`, `$2` and so on, or named ones that follow the command as `name=value`; may be an expression.
 */
export type ShellArguments =
  | ProcessArguments
  | {
      [k: string]: unknown;
    }
  | string;
/**
 * The tasks to try.
 */
export type TaskList5 = {
  [k: string]: Task;
}[];
/**
 * The tasks to perform when an error was caught.
 */
export type TaskList6 = {
  [k: string]: Task;
}[];
/**
 * The tasks before.
 */
export type TaskList = {
  [k: string]: Task;
}[];
/**
 * The tasks after.
 */
export type TaskList7 = {
  [k: string]: Task;
}[];
/**
 * The tasks of the flow.
 */
export type TaskList8 = {
  [k: string]: Task;
}[];

/**
 * An automation: one Open Workflow DSL 1.0 document.
 */
export interface Flow {
  /**
   * What the flow is.
   */
  document: {
    /**
     * The version of the Open Workflow DSL: 1.0 with any patch number.
     */
    dsl: string;
    /**
     * The group the flow belongs to.
     */
    namespace: string;
    /**
     * The flow's name, under which it is called.
     */
    name: string;
    /**
     * The flow's own version (Semantic Versioning).
     */
    version: string;
    /**
     * A name for people.
     */
    title?: string;
    /**
     * What the flow does, in Markdown.
     */
    summary?: string;
    /**
     * Labels by name; `mcp: true` offers the flow to agents as a tool.
     */
    tags?: {
      [k: string]: unknown;
    };
    /**
     * More about the flow; `concurrency` limits how many of its runs go on at a time.
     */
    metadata?: {
      /**
       * The most runs of this flow at a time on a branch; others wait in order. A run counts from its start to its end, also while it waits for a time, an event, a person or another run, or is suspended. A subflow shares the place of a run of the same flow that waits for it.
       */
      concurrency?:
        | number
        | {
            /**
             * The most runs at a time.
             */
            limit: number;
            /**
             * Whether runs count that wait for a time, an event or a person, or are suspended.
             */
            waiting?: 'holds' | 'releases';
          };
      /**
       * The reason why no run of the flow starts; runs that have started continue.
       */
      disabled?: string;
      [k: string]: unknown;
    };
  };
  input?: Input;
  /**
   * Parts to be used by name.
   */
  use?: {
    /**
     * Authentication policies by name.
     */
    authentications?: {
      [k: string]: Authentication;
    };
    /**
     * Errors by name.
     */
    errors?: {
      [k: string]: Error;
    };
    /**
     * Extensions by name, applied from top to bottom.
     */
    extensions?: {
      [k: string]: Extension;
    }[];
    /**
     * Tasks by name, called with `call: <name>`.
     */
    functions?: {
      [k: string]: Task;
    };
    /**
     * Retry policies by name.
     */
    retries?: {
      [k: string]: RetryPolicy;
    };
    /**
     * Names of the secrets the flow may read.
     */
    secrets?: string[];
    /**
     * Timeouts by name.
     */
    timeouts?: {
      [k: string]: Timeout;
    };
    /**
     * Catalogs by name.
     */
    catalogs?: {
      [k: string]: Catalog;
    };
  };
  do: TaskList8;
  /**
   * How long a run may take.
   */
  timeout?: Timeout | string;
  output?: Output1;
  /**
   * When the flow starts by itself.
   */
  schedule?: {
    /**
     * Starts at this interval, at least a second.
     */
    every?:
      | {
          /**
           * How many days.
           */
          days?: number;
          /**
           * How many hours.
           */
          hours?: number;
          /**
           * How many minutes.
           */
          minutes?: number;
          /**
           * How many seconds.
           */
          seconds?: number;
          /**
           * How many milliseconds.
           */
          milliseconds?: number;
        }
      | string;
    /**
     * Starts at these times (cron expression, as of a trigger), in UTC. A trigger can name another time zone.
     */
    cron?: string;
    /**
     * Starts again this long after it ended, at least a second.
     */
    after?:
      | {
          /**
           * How many days.
           */
          days?: number;
          /**
           * How many hours.
           */
          hours?: number;
          /**
           * How many minutes.
           */
          minutes?: number;
          /**
           * How many seconds.
           */
          seconds?: number;
          /**
           * How many milliseconds.
           */
          milliseconds?: number;
        }
      | string;
    /**
     * Starts when these events come.
     */
    on?:
      | {
          /**
           * The events.
           */
          all: EventFilter[];
        }
      | {
          /**
           * The events; with none listed, every event.
           */
          any: EventFilter[];
          /**
           * When to stop: a condition, or events.
           */
          until?: string | EndingEvents;
        }
      | {
          one: EventFilter2;
        };
    /**
     * What of the events becomes input.
     */
    read?: 'data' | 'envelope' | 'raw';
  };
  /**
   * How expressions are evaluated.
   */
  evaluate?: {
    /**
     * The expression language.
     */
    language?: string;
    /**
     * `strict`: expressions stand in `${ … }`.
     */
    mode?: 'strict' | 'loose';
  };
}
/**
 * The flow's parameters: `schema` says what they must look like.
 */
export interface Input {
  /**
   * What the data must look like.
   */
  schema?:
    | {
        /**
         * A JSON Schema. Parameters of a flow that a caller leaves out get their default.
         */
        document: {
          [k: string]: unknown;
        };
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      }
    | {
        resource: ExternalResource;
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      };
  /**
   * What of the raw input to take.
   */
  from?:
    | string
    | {
        [k: string]: unknown;
      };
}
/**
 * The file with the schema.
 */
export interface ExternalResource {
  /**
   * A name for it.
   */
  name?: string;
  /**
   * Where it is.
   */
  endpoint:
    | string
    | {
        /**
         * A URI, a URI template, or an expression that gives one.
         */
        uri: string;
        /**
         * How the call proves who is calling.
         */
        authentication?:
          | {
              /**
               * The policy's name.
               */
              use: string;
            }
          | BasicAuthentication
          | BearerAuthentication
          | DigestAuthentication
          | Oauth2Authentication
          | OidcAuthentication;
      };
}
/**
 * User name and password (RFC 7617).
 */
export interface BasicAuthentication {
  /**
   * The credentials, or the secret that holds them.
   */
  basic:
    | {
        /**
         * The user's name; may be an expression.
         */
        username: string;
        /**
         * The password; take it from a secret.
         */
        password: string;
      }
    | SecretUse;
}
/**
 * The name of a secret that holds the credentials.
 */
export interface SecretUse {
  /**
   * The name of a secret under `use.secrets`.
   */
  use: string;
}
/**
 * A token (RFC 6750).
 */
export interface BearerAuthentication {
  /**
   * The credentials, or the secret that holds them.
   */
  bearer:
    | {
        /**
         * The token; take it from a secret.
         */
        token: string;
      }
    | SecretUse;
}
/**
 * User name and password, never sent in the clear (RFC 7616).
 */
export interface DigestAuthentication {
  /**
   * The credentials, or the secret that holds them.
   */
  digest:
    | {
        /**
         * The user's name; may be an expression.
         */
        username: string;
        /**
         * The password; take it from a secret.
         */
        password: string;
      }
    | SecretUse;
}
/**
 * A token from an authorisation server (RFC 6749).
 */
export interface Oauth2Authentication {
  /**
   * The credentials, or the secret that holds them.
   */
  oauth2:
    | {
        authority: OauthAuthority;
        grant: OauthGrant;
        client?: OauthClient;
        request?: OauthRequest;
        issuers?: OauthIssuers;
        scopes?: OauthScopes;
        audiences?: OauthAudiences;
        username?: OauthUsername;
        password?: OauthPassword;
        subject?: OauthSubject;
        actor?: OauthActor;
        /**
         * Paths at the authorisation server.
         */
        endpoints?: {
          /**
           * The path that gives tokens.
           */
          token?: string;
          /**
           * The path that revokes tokens.
           */
          revocation?: string;
          /**
           * The path that describes tokens.
           */
          introspection?: string;
          [k: string]: unknown;
        };
      }
    | SecretUse;
}
/**
 * Who asks for the token.
 */
export interface OauthClient {
  /**
   * The client's id.
   */
  id?: string;
  /**
   * The client's secret; take it from a secret.
   */
  secret?: string;
  /**
   * A signed JWT in place of a secret.
   */
  assertion?: string;
  /**
   * How the client proves itself.
   */
  authentication?:
    'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt' | 'none';
}
/**
 * How the token is asked for.
 */
export interface OauthRequest {
  /**
   * The media type of the request.
   */
  encoding?: 'application/x-www-form-urlencoded' | 'application/json';
  [k: string]: unknown;
}
/**
 * The token of the party on whose behalf the call is made.
 */
export interface OauthSubject {
  /**
   * The token.
   */
  token: string;
  /**
   * The token's type.
   */
  type: string;
}
/**
 * The token of the party that acts.
 */
export interface OauthActor {
  /**
   * The token.
   */
  token: string;
  /**
   * The token's type.
   */
  type: string;
}
/**
 * A token from an OpenID Connect provider.
 */
export interface OidcAuthentication {
  /**
   * The credentials, or the secret that holds them.
   */
  oidc:
    | {
        authority: OauthAuthority;
        grant: OauthGrant;
        client?: OauthClient;
        request?: OauthRequest;
        issuers?: OauthIssuers;
        scopes?: OauthScopes;
        audiences?: OauthAudiences;
        username?: OauthUsername;
        password?: OauthPassword;
        subject?: OauthSubject;
        actor?: OauthActor;
      }
    | SecretUse;
}
/**
 * A problem (RFC 7807).
 */
export interface Error {
  /**
   * A URI that identifies the error's type.
   */
  type: string;
  /**
   * The status code, as in HTTP.
   */
  status: number;
  /**
   * The task it came from, as a JSON pointer, or an expression.
   */
  instance?: string;
  /**
   * What it is, for people; may be an expression.
   */
  title?: string;
  /**
   * What happened this time; may be an expression.
   */
  detail?: string;
}
/**
 * Tasks before and after the tasks of a type.
 */
export interface Extension {
  /**
   * The task type.
   */
  extend:
    | 'call'
    | 'composite'
    | 'emit'
    | 'for'
    | 'listen'
    | 'raise'
    | 'run'
    | 'set'
    | 'switch'
    | 'try'
    | 'wait'
    | 'all';
  /**
   * Extends only tasks for which the condition holds.
   */
  when?: string;
  before?: TaskList;
  after?: TaskList7;
}
/**
 * Sends one HTTP request.
 */
export interface CallHttp {
  /**
   * What is called.
   */
  call: 'http';
  /**
   * What to send, where to, and what to make of the answer.
   */
  with: {
    /**
     * The HTTP method, in either case.
     */
    method: string;
    /**
     * Where the request goes.
     */
    endpoint:
      | string
      | {
          /**
           * A URI, a URI template, or an expression that gives one.
           */
          uri: string;
          /**
           * How the call proves who is calling.
           */
          authentication?:
            | {
                /**
                 * The policy's name.
                 */
                use: string;
              }
            | BasicAuthentication
            | BearerAuthentication
            | DigestAuthentication
            | Oauth2Authentication
            | OidcAuthentication;
        };
    headers?: HttpHeaders;
    query?: HttpQuery;
    /**
     * What is sent: any value; expressions inside are evaluated.
     */
    body?: {
      [k: string]: unknown;
    };
    /**
     * The description of a file of the run, which is sent in place of `body`.
     */
    bodyFile?: {
      [k: string]: unknown;
    };
    output?: HttpOutputOrFile;
    redirect?: HttpRedirect;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * What of the task's raw input it works on.
 */
export interface TaskInput {
  /**
   * What the data must look like.
   */
  schema?:
    | {
        /**
         * A JSON Schema. Parameters of a flow that a caller leaves out get their default.
         */
        document: {
          [k: string]: unknown;
        };
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      }
    | {
        resource: ExternalResource;
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      };
  /**
   * What of the raw input to take.
   */
  from?:
    | string
    | {
        [k: string]: unknown;
      };
}
/**
 * What of the task's raw result becomes its output.
 */
export interface TaskOutput {
  /**
   * What the data must look like.
   */
  schema?:
    | {
        /**
         * A JSON Schema. Parameters of a flow that a caller leaves out get their default.
         */
        document: {
          [k: string]: unknown;
        };
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      }
    | {
        resource: ExternalResource;
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      };
  /**
   * What of the raw result to give.
   */
  as?:
    | string
    | {
        [k: string]: unknown;
      };
}
/**
 * What the task leaves in the context for later tasks.
 */
export interface TaskExport {
  /**
   * What the data must look like.
   */
  schema?:
    | {
        /**
         * A JSON Schema. Parameters of a flow that a caller leaves out get their default.
         */
        document: {
          [k: string]: unknown;
        };
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      }
    | {
        resource: ExternalResource;
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      };
  /**
   * The new context.
   */
  as?:
    | string
    | {
        [k: string]: unknown;
      };
}
/**
 * A limit of time.
 */
export interface Timeout {
  /**
   * How long may pass.
   */
  after:
    | {
        /**
         * How many days.
         */
        days?: number;
        /**
         * How many hours.
         */
        hours?: number;
        /**
         * How many minutes.
         */
        minutes?: number;
        /**
         * How many seconds.
         */
        seconds?: number;
        /**
         * How many milliseconds.
         */
        milliseconds?: number;
      }
    | string;
}
/**
 * Notes for people and tools. The engine reads `concurrency` of a `for` task only.
 */
export interface TaskMetadata {
  [k: string]: unknown;
}
/**
 * Calls an operation of a service that an OpenAPI document describes.
 */
export interface CallOpenApi {
  /**
   * What is called.
   */
  call: 'openapi';
  /**
   * Which operation of which document, with which parameters.
   */
  with: {
    document: ExternalResource1;
    /**
     * The operation's `operationId` in the document.
     */
    operationId: string;
    /**
     * Parameters of the operation by name.
     */
    parameters?: {
      [k: string]: unknown;
    };
    /**
     * How the call proves who is calling.
     */
    authentication?:
      | {
          /**
           * The policy's name.
           */
          use: string;
        }
      | BasicAuthentication
      | BearerAuthentication
      | DigestAuthentication
      | Oauth2Authentication
      | OidcAuthentication;
    output?: HttpOutput;
    redirect?: HttpRedirect;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * The OpenAPI document.
 */
export interface ExternalResource1 {
  /**
   * A name for it.
   */
  name?: string;
  /**
   * Where it is.
   */
  endpoint:
    | string
    | {
        /**
         * A URI, a URI template, or an expression that gives one.
         */
        uri: string;
        /**
         * How the call proves who is calling.
         */
        authentication?:
          | {
              /**
               * The policy's name.
               */
              use: string;
            }
          | BasicAuthentication
          | BearerAuthentication
          | DigestAuthentication
          | Oauth2Authentication
          | OidcAuthentication;
      };
}
/**
 * Calls a method of a gRPC service.
 */
export interface CallGrpc {
  /**
   * What is called.
   */
  call: 'grpc';
  /**
   * Which method of which service, with which arguments.
   */
  with: {
    proto: ExternalResource2;
    /**
     * The service and where it is.
     */
    service: {
      /**
       * The service's name in the proto file.
       */
      name: string;
      /**
       * The host name of the service.
       */
      host: string;
      /**
       * The TCP port of the service.
       */
      port?: number;
      /**
       * How the call proves who is calling.
       */
      authentication?:
        | {
            /**
             * The policy's name.
             */
            use: string;
          }
        | BasicAuthentication
        | BearerAuthentication
        | DigestAuthentication
        | Oauth2Authentication
        | OidcAuthentication;
    };
    /**
     * The name of the method.
     */
    method: string;
    /**
     * The method's arguments by name.
     */
    arguments?: {
      [k: string]: unknown;
    };
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * The file that describes the service.
 */
export interface ExternalResource2 {
  /**
   * A name for it.
   */
  name?: string;
  /**
   * Where it is.
   */
  endpoint:
    | string
    | {
        /**
         * A URI, a URI template, or an expression that gives one.
         */
        uri: string;
        /**
         * How the call proves who is calling.
         */
        authentication?:
          | {
              /**
               * The policy's name.
               */
              use: string;
            }
          | BasicAuthentication
          | BearerAuthentication
          | DigestAuthentication
          | Oauth2Authentication
          | OidcAuthentication;
      };
}
/**
 * Publishes to, or subscribes to, a channel that an AsyncAPI document describes.
 */
export interface CallAsyncApi {
  /**
   * What is called.
   */
  call: 'asyncapi';
  /**
   * Which operation or channel of which document, and what to publish or consume.
   */
  with: {
    [k: string]: unknown;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Calls an agent over the Agent2Agent protocol.
 */
export interface CallA2A {
  /**
   * What is called.
   */
  call: 'a2a';
  /**
   * Which method of which agent.
   */
  with: {
    agentCard?: ExternalResource3;
    /**
     * The agent's endpoint.
     */
    server?:
      | string
      | {
          /**
           * A URI, a URI template, or an expression that gives one.
           */
          uri: string;
          /**
           * How the call proves who is calling.
           */
          authentication?:
            | {
                /**
                 * The policy's name.
                 */
                use: string;
              }
            | BasicAuthentication
            | BearerAuthentication
            | DigestAuthentication
            | Oauth2Authentication
            | OidcAuthentication;
        };
    /**
     * The protocol's method.
     */
    method:
      | 'message/send'
      | 'message/stream'
      | 'tasks/get'
      | 'tasks/list'
      | 'tasks/cancel'
      | 'tasks/resubscribe'
      | 'tasks/pushNotificationConfig/set'
      | 'tasks/pushNotificationConfig/get'
      | 'tasks/pushNotificationConfig/list'
      | 'tasks/pushNotificationConfig/delete'
      | 'agent/getAuthenticatedExtendedCard';
    /**
     * The method's parameters, or an expression that gives them.
     */
    parameters?:
      | {
          [k: string]: unknown;
        }
      | string;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * The card that describes the agent.
 */
export interface ExternalResource3 {
  /**
   * A name for it.
   */
  name?: string;
  /**
   * Where it is.
   */
  endpoint:
    | string
    | {
        /**
         * A URI, a URI template, or an expression that gives one.
         */
        uri: string;
        /**
         * How the call proves who is calling.
         */
        authentication?:
          | {
              /**
               * The policy's name.
               */
              use: string;
            }
          | BasicAuthentication
          | BearerAuthentication
          | DigestAuthentication
          | Oauth2Authentication
          | OidcAuthentication;
      };
}
/**
 * Calls a server over the Model Context Protocol.
 */
export interface CallMcp {
  /**
   * What is called.
   */
  call: 'mcp';
  /**
   * Which method of which server.
   */
  with: {
    /**
     * The revision of the protocol to speak.
     */
    protocolVersion?: string;
    /**
     * The protocol's method.
     */
    method:
      | 'tools/list'
      | 'tools/call'
      | 'prompts/list'
      | 'prompts/get'
      | 'resources/list'
      | 'resources/read'
      | 'resources/templates/list';
    /**
     * The method's parameters, or an expression that gives them.
     */
    parameters?:
      | {
          [k: string]: unknown;
        }
      | string;
    /**
     * How long the call may take.
     */
    timeout?:
      | {
          /**
           * How many days.
           */
          days?: number;
          /**
           * How many hours.
           */
          hours?: number;
          /**
           * How many minutes.
           */
          minutes?: number;
          /**
           * How many seconds.
           */
          seconds?: number;
          /**
           * How many milliseconds.
           */
          milliseconds?: number;
        }
      | string;
    /**
     * How the server is reached.
     */
    transport:
      | {
          /**
           * The server's address.
           */
          http: {
            /**
             * Where the server is.
             */
            endpoint:
              | string
              | {
                  /**
                   * A URI, a URI template, or an expression that gives one.
                   */
                  uri: string;
                  /**
                   * How the call proves who is calling.
                   */
                  authentication?:
                    | {
                        /**
                         * The policy's name.
                         */
                        use: string;
                      }
                    | BasicAuthentication
                    | BearerAuthentication
                    | DigestAuthentication
                    | Oauth2Authentication
                    | OidcAuthentication;
                };
            /**
             * Headers sent with each request.
             */
            headers?: {
              /**
               * The header's value.
               */
              [k: string]: string;
            };
            [k: string]: unknown;
          };
          /**
           * More options of the transport.
           */
          options?: {
            /**
             * The option's value.
             */
            [k: string]: string;
          };
        }
      | {
          /**
           * How the server is started.
           */
          stdio: {
            /**
             * The program.
             */
            command: string;
            /**
             * Its arguments.
             */
            arguments?: string[];
            /**
             * Environment variables of the program.
             */
            environment?: {
              /**
               * The variable's value.
               */
              [k: string]: string;
            };
            [k: string]: unknown;
          };
          /**
           * More options of the transport.
           */
          options?: {
            /**
             * The option's value.
             */
            [k: string]: string;
          };
        };
    /**
     * How the caller introduces itself.
     */
    client?: {
      /**
       * The client's name.
       */
      name: string;
      /**
       * The client's version.
       */
      version: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Calls an action of a connection, `<connection>.<action>`, a function by the name it has under `use.functions`, or a function of a catalog, `<function>:<version>@<catalog>`.
 */
export interface CallFunction {
  /**
   * `<connection>.<action>`, the name of a function, or `<function>:<version>@<catalog>`.
   */
  call: string;
  /**
   * The arguments by name; expressions inside are evaluated.
   */
  with?: {
    [k: string]: unknown;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Performs tasks one after the other.
 */
export interface DoTask {
  do: TaskList1;
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Sends an event.
 */
export interface EmitTask {
  /**
   * What to send.
   */
  emit: {
    /**
     * The event.
     */
    event: {
      with?: EmittedEventProperties;
      [k: string]: unknown;
    };
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * The attributes of the event; `type` is needed.
 */
export interface EmittedEventProperties {
  /**
   * The event's id.
   */
  id?: string;
  /**
   * Where the event comes from.
   */
  source?: string;
  /**
   * The event's type.
   */
  type: string;
  /**
   * When it happened: RFC 3339, or an expression.
   */
  time?: string;
  /**
   * What the event is about.
   */
  subject?: string;
  /**
   * The media type of the data.
   */
  datacontenttype?: string;
  /**
   * The schema of the data.
   */
  dataschema?: string;
  /**
   * The event's data; in a filter, an expression or the values it has.
   */
  data?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * Performs tasks for each item of a collection: in order, or side by side with `metadata: { concurrency: 10 }`.
 */
export interface ForTask {
  /**
   * The collection, and the names under which item and index are seen.
   */
  for: {
    /**
     * The variable that holds the item.
     */
    each?: string;
    /**
     * An expression that gives the collection, or the items themselves.
     */
    in:
      | string
      | {
          [k: string]: unknown;
        }[];
    /**
     * The variable that holds the index.
     */
    at?: string;
  };
  /**
   * Goes on only while the condition holds.
   */
  while?: string;
  do: TaskList2;
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  /**
   * Notes for people and tools; the engine reads `concurrency` only.
   */
  metadata?: {
    /**
     * The most iterations at a time. Each gets the task's input, and the task gives the list of their outputs.
     */
    concurrency?: number;
    [k: string]: unknown;
  };
}
/**
 * Performs tasks side by side.
 */
export interface ForkTask {
  /**
   * The branches, and whether they race.
   */
  fork: {
    branches: TaskList3;
    /**
     * Whether the first branch to finish wins and the others are cancelled.
     */
    compete?: boolean;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Waits for events.
 */
export interface ListenTask {
  /**
   * Which events to wait for.
   */
  listen: {
    /**
     * The events.
     */
    to:
      | {
          /**
           * The events.
           */
          all: EventFilter[];
        }
      | {
          /**
           * The events; with none listed, every event.
           */
          any: EventFilter[];
          /**
           * When to stop: a condition, or events.
           */
          until?: string | EndingEvents;
        }
      | {
          one: EventFilter2;
        };
    /**
     * What of each event is read.
     */
    read?: 'data' | 'envelope' | 'raw';
  };
  foreach?: Iterator;
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Which events are meant.
 */
export interface EventFilter {
  with: FilteredEventProperties;
  /**
   * Values that must be the same in all the events.
   */
  correlate?: {
    /**
     * Where the value is, and what it must be.
     */
    [k: string]: {
      /**
       * An expression that gives the value.
       */
      from: string;
      /**
       * A constant or an expression; the first event's value when left out.
       */
      expect?: string;
      [k: string]: unknown;
    };
  };
}
/**
 * Values that attributes of the event have.
 */
export interface FilteredEventProperties {
  /**
   * The event's id.
   */
  id?: string;
  /**
   * Where the event comes from.
   */
  source?: string;
  /**
   * The event's type.
   */
  type?: string;
  /**
   * When it happened: RFC 3339, or an expression.
   */
  time?: string;
  /**
   * What the event is about.
   */
  subject?: string;
  /**
   * The media type of the data.
   */
  datacontenttype?: string;
  /**
   * The schema of the data.
   */
  dataschema?: string;
  /**
   * The event's data; in a filter, an expression or the values it has.
   */
  data?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * Which events are meant.
 */
export interface EventFilter1 {
  with: FilteredEventProperties;
  /**
   * Values that must be the same in all the events.
   */
  correlate?: {
    /**
     * Where the value is, and what it must be.
     */
    [k: string]: {
      /**
       * An expression that gives the value.
       */
      from: string;
      /**
       * A constant or an expression; the first event's value when left out.
       */
      expect?: string;
      [k: string]: unknown;
    };
  };
}
/**
 * Which events are meant.
 */
export interface EventFilter2 {
  with: FilteredEventProperties;
  /**
   * Values that must be the same in all the events.
   */
  correlate?: {
    /**
     * Where the value is, and what it must be.
     */
    [k: string]: {
      /**
       * An expression that gives the value.
       */
      from: string;
      /**
       * A constant or an expression; the first event's value when left out.
       */
      expect?: string;
      [k: string]: unknown;
    };
  };
}
/**
 * What to do with each event.
 */
export interface Iterator {
  /**
   * The variable that holds the item.
   */
  item?: string;
  /**
   * The variable that holds the index.
   */
  at?: string;
  do?: TaskList4;
  output?: Output;
  export?: Export;
}
/**
 * What of each item becomes output.
 */
export interface Output {
  /**
   * What the data must look like.
   */
  schema?:
    | {
        /**
         * A JSON Schema. Parameters of a flow that a caller leaves out get their default.
         */
        document: {
          [k: string]: unknown;
        };
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      }
    | {
        resource: ExternalResource;
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      };
  /**
   * What of the raw result to give.
   */
  as?:
    | string
    | {
        [k: string]: unknown;
      };
}
/**
 * What each item leaves in the context.
 */
export interface Export {
  /**
   * What the data must look like.
   */
  schema?:
    | {
        /**
         * A JSON Schema. Parameters of a flow that a caller leaves out get their default.
         */
        document: {
          [k: string]: unknown;
        };
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      }
    | {
        resource: ExternalResource;
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      };
  /**
   * The new context.
   */
  as?:
    | string
    | {
        [k: string]: unknown;
      };
}
/**
 * Fails with an error.
 */
export interface RaiseTask {
  /**
   * Which error.
   */
  raise: {
    /**
     * The error, or the name of one under `use.errors`.
     */
    error: Error | string;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Runs a flow, a container, a script or a shell command.
 */
export interface RunTask {
  /**
   * What to run.
   */
  run: RunWorkflow | RunContainer | RunScript | RunShell;
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Runs another flow.
 */
export interface RunWorkflow {
  /**
   * Which flow, with which input.
   */
  workflow: {
    /**
     * The flow's namespace.
     */
    namespace: string;
    /**
     * The flow's name.
     */
    name: string;
    /**
     * The flow's version, or `latest`.
     */
    version: string;
    /**
     * The flow's parameters; expressions inside are evaluated.
     */
    input?: {
      [k: string]: unknown;
    };
  };
  await?: ProcessAwait;
  return?: ProcessReturn;
}
/**
 * Runs a container.
 */
export interface RunContainer {
  /**
   * Which image, with what.
   */
  container: {
    /**
     * The container image.
     */
    image: string;
    /**
     * The container's name; may be an expression.
     */
    name?: string;
    /**
     * The command in the container.
     */
    command?: string;
    /**
     * Ports of the container by port of the host.
     */
    ports?: {
      [k: string]: unknown;
    };
    /**
     * Folders of the container by folder or volume of this machine. `run-files` stands for a folder with the files that the input of the task describes; with `return: all`, what the container leaves there becomes files of the run (`files`).
     */
    volumes?: {
      [k: string]: unknown;
    };
    environment?: ProcessEnvironment;
    stdin?: ProcessStdin;
    arguments?: ProcessArguments;
    /**
     * When the container is removed.
     */
    lifetime?:
      | {
          /**
           * Whether it is removed.
           */
          cleanup: 'always' | 'never';
        }
      | {
          /**
           * Removed later.
           */
          cleanup: 'eventually';
          /**
           * How long after.
           */
          after:
            | {
                /**
                 * How many days.
                 */
                days?: number;
                /**
                 * How many hours.
                 */
                hours?: number;
                /**
                 * How many minutes.
                 */
                minutes?: number;
                /**
                 * How many seconds.
                 */
                seconds?: number;
                /**
                 * How many milliseconds.
                 */
                milliseconds?: number;
              }
            | string;
        };
    /**
     * When the image is pulled.
     */
    pullPolicy?: 'ifNotPresent' | 'always' | 'never';
  };
  await?: ProcessAwait;
  return?: ProcessReturn;
}
/**
 * Environment variables of the process.
 */
export interface ProcessEnvironment {
  [k: string]: unknown;
}
/**
 * Runs a script.
 */
export interface RunScript {
  /**
   * The code, or where it is.
   */
  script:
    | {
        /**
         * The script.
         */
        code: string;
        /**
         * `js`; `python` and `shell` where the setting `Flows.AllowProcesses` allows processes.
         */
        language: string;
        stdin?: ProcessStdin;
        arguments?: ScriptArguments;
        environment?: ProcessEnvironment;
      }
    | {
        source: ExternalResource4;
        /**
         * `js`; `python` and `shell` where the setting `Flows.AllowProcesses` allows processes.
         */
        language: string;
        stdin?: ProcessStdin;
        arguments?: ScriptArguments;
        environment?: ProcessEnvironment;
      };
  await?: ProcessAwait;
  return?: ProcessReturn;
  files?: ProcessFiles;
}
/**
 * The file with the code.
 */
export interface ExternalResource4 {
  /**
   * A name for it.
   */
  name?: string;
  /**
   * Where it is.
   */
  endpoint:
    | string
    | {
        /**
         * A URI, a URI template, or an expression that gives one.
         */
        uri: string;
        /**
         * How the call proves who is calling.
         */
        authentication?:
          | {
              /**
               * The policy's name.
               */
              use: string;
            }
          | BasicAuthentication
          | BearerAuthentication
          | DigestAuthentication
          | Oauth2Authentication
          | OidcAuthentication;
      };
}
/**
 * Runs a shell command.
 */
export interface RunShell {
  /**
   * The command.
   */
  shell: {
    /**
     * The command; may be an expression.
     */
    command: string;
    stdin?: ProcessStdin;
    arguments?: ShellArguments;
    environment?: ProcessEnvironment;
  };
  await?: ProcessAwait;
  return?: ProcessReturn;
  files?: ProcessFiles;
}
/**
 * Sets data.
 */
export interface SetTask {
  /**
   * The data; expressions inside are evaluated. Or one expression that gives it.
   */
  set:
    | {
        [k: string]: unknown;
      }
    | string;
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Goes where the first case that holds says.
 */
export interface SwitchTask {
  /**
   * The cases, from top to bottom.
   *
   * @minItems 1
   */
  switch: [
    {
      /**
       * A condition and where to go when it holds.
       */
      [k: string]: {
        /**
         * The condition; a case without one is the default.
         */
        when?: string;
        /**
         * Where to go.
         */
        then: string;
      };
    },
    ...{
      /**
       * A condition and where to go when it holds.
       */
      [k: string]: {
        /**
         * The condition; a case without one is the default.
         */
        when?: string;
        /**
         * Where to go.
         */
        then: string;
      };
    }[]
  ];
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * Performs tasks and catches their errors.
 */
export interface TryTask {
  try: TaskList5;
  /**
   * Which errors are caught, and what then.
   */
  catch: {
    /**
     * Catches only errors like this.
     */
    errors?: {
      /**
       * Values the error has.
       */
      with?: {
        /**
         * The error's type.
         */
        type?: string;
        /**
         * The error's status.
         */
        status?: number;
        /**
         * The task that raised it, as a JSON pointer.
         */
        instance?: string;
        /**
         * The error's title.
         */
        title?: string;
        /**
         * The error's detail.
         */
        detail?: string;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
    /**
     * The variable that holds the error.
     */
    as?: string;
    /**
     * Catches only when the condition holds.
     */
    when?: string;
    /**
     * Does not catch when the condition holds.
     */
    exceptWhen?: string;
    /**
     * How to try again: a policy, or the name of one under `use.retries`.
     */
    retry?: RetryPolicy | string;
    do?: TaskList6;
    /**
     * Where to go when an error was caught.
     */
    then?: string;
  };
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * When, how often and after how long to try again.
 */
export interface RetryPolicy {
  /**
   * Tries again only when the condition holds.
   */
  when?: string;
  /**
   * Does not try again when the condition holds.
   */
  exceptWhen?: string;
  /**
   * How long to wait before trying again.
   */
  delay?:
    | {
        /**
         * How many days.
         */
        days?: number;
        /**
         * How many hours.
         */
        hours?: number;
        /**
         * How many minutes.
         */
        minutes?: number;
        /**
         * How many seconds.
         */
        seconds?: number;
        /**
         * How many milliseconds.
         */
        milliseconds?: number;
      }
    | string;
  /**
   * How the delay grows.
   */
  backoff?:
    | {
        /**
         * No settings.
         */
        constant: {
          [k: string]: unknown;
        };
      }
    | {
        /**
         * No settings.
         */
        exponential: {
          [k: string]: unknown;
        };
      }
    | {
        /**
         * No settings.
         */
        linear: {
          [k: string]: unknown;
        };
      };
  /**
   * When to give up.
   */
  limit?: {
    /**
     * Limits of the attempts.
     */
    attempt?: {
      /**
       * How many attempts.
       */
      count?: number;
      /**
       * How long one attempt may take.
       */
      duration?:
        | {
            /**
             * How many days.
             */
            days?: number;
            /**
             * How many hours.
             */
            hours?: number;
            /**
             * How many minutes.
             */
            minutes?: number;
            /**
             * How many seconds.
             */
            seconds?: number;
            /**
             * How many milliseconds.
             */
            milliseconds?: number;
          }
        | string;
    };
    /**
     * How long all attempts may take.
     */
    duration?:
      | {
          /**
           * How many days.
           */
          days?: number;
          /**
           * How many hours.
           */
          hours?: number;
          /**
           * How many minutes.
           */
          minutes?: number;
          /**
           * How many seconds.
           */
          seconds?: number;
          /**
           * How many milliseconds.
           */
          milliseconds?: number;
        }
      | string;
  };
  /**
   * A random addition to the delay.
   */
  jitter?: {
    /**
     * At least.
     */
    from:
      | {
          /**
           * How many days.
           */
          days?: number;
          /**
           * How many hours.
           */
          hours?: number;
          /**
           * How many minutes.
           */
          minutes?: number;
          /**
           * How many seconds.
           */
          seconds?: number;
          /**
           * How many milliseconds.
           */
          milliseconds?: number;
        }
      | string;
    /**
     * At most.
     */
    to:
      | {
          /**
           * How many days.
           */
          days?: number;
          /**
           * How many hours.
           */
          hours?: number;
          /**
           * How many minutes.
           */
          minutes?: number;
          /**
           * How many seconds.
           */
          seconds?: number;
          /**
           * How many milliseconds.
           */
          milliseconds?: number;
        }
      | string;
  };
}
/**
 * Waits for some time.
 */
export interface WaitTask {
  /**
   * How long.
   */
  wait:
    | {
        /**
         * How many days.
         */
        days?: number;
        /**
         * How many hours.
         */
        hours?: number;
        /**
         * How many minutes.
         */
        minutes?: number;
        /**
         * How many seconds.
         */
        seconds?: number;
        /**
         * How many milliseconds.
         */
        milliseconds?: number;
      }
    | string;
  if?: TaskIf;
  input?: TaskInput;
  output?: TaskOutput;
  export?: TaskExport;
  /**
   * How long the task may take; after that it fails with a timeout error.
   */
  timeout?: Timeout | string;
  /**
   * Where to go after the task; the next one when left out.
   */
  then?: string;
  metadata?: TaskMetadata;
}
/**
 * A collection of reusable functions, called with `<function>:<version>@<catalog>`.
 */
export interface Catalog {
  /**
   * Its folder in the repository, or an address of which the repository holds a copy in `/catalogs/<name>`.
   */
  endpoint:
    | string
    | {
        /**
         * A URI, a URI template, or an expression that gives one.
         */
        uri: string;
        /**
         * How the call proves who is calling.
         */
        authentication?:
          | {
              /**
               * The policy's name.
               */
              use: string;
            }
          | BasicAuthentication
          | BearerAuthentication
          | DigestAuthentication
          | Oauth2Authentication
          | OidcAuthentication;
      };
}
/**
 * What a run gives.
 */
export interface Output1 {
  /**
   * What the data must look like.
   */
  schema?:
    | {
        /**
         * A JSON Schema. Parameters of a flow that a caller leaves out get their default.
         */
        document: {
          [k: string]: unknown;
        };
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      }
    | {
        resource: ExternalResource;
        /**
         * The schema language, with a version after a colon.
         */
        format?: string;
      };
  /**
   * What of the raw result to give.
   */
  as?:
    | string
    | {
        [k: string]: unknown;
      };
}
