/**
 * The finding of each file of `fixtures/invalid`, loaded beside the valid files:
 * `:line:column rule message (hint)`. Files with several findings have tests of their own.
 */
export const invalidFiles: Readonly<Record<string, string>> = {
  'annotation-field-unknown': ':4:1 field-unknown unknown field `txt` (Did you mean `text`?)',
  'annotation-target-dangling':
    ':3:29 reference-dangling there is no flow `minimum` (Did you mean `minimal`?)',
  'annotation-target-missing':
    ':1:1 field-missing `target` is missing (The entity that the note is about. For example `target: { type: connection, name: shop }`.)',
  'annotation-type-unknown': ':3:17 kind-unknown there is no type `flwo` (Did you mean `flow`?)',
  'annotation-wrong-type':
    ':3:9 field-invalid must be an object, found the text `connection/stock-service` (The entity that the note is about. For example `target: { type: connection, name: shop }`.)',
  'cache-policy-action-unknown':
    ':6:13 reference-unmet connection `stock-service` has no `gett` (Did you mean `get`?)',
  'cache-policy-connection-dangling':
    ':5:17 reference-dangling there is no connection `stock-servce` (Did you mean `stock-service`?)',
  'cache-policy-duration-long':
    ':3:6 duration-syntax the duration is longer than ten years (Write `PT1M30S`, or `minutes: 1` and `seconds: 30`.)',
  'cache-policy-field-unknown':
    ':5:1 field-unknown unknown field `maxEntry` (Known: `kind`, `name`, `title`, `description`, `labels`, `ttl`, `staleWhileRevalidate`, `key`, `appliesTo`, `maxEntries`.)',
  'cache-policy-flow-dangling':
    ':5:11 reference-dangling there is no flow `minimum` (Did you mean `minimal`?)',
  'cache-policy-key-broken': ':7:21 jq-syntax sort_bye/1 is not defined (did you mean `sort_by`?)',
  'cache-policy-ttl-missing':
    ':1:1 field-missing `ttl` is missing (How long an answer is reused without another call. For example `ttl: PT5M`.)',
  'cache-policy-wrong-type':
    ':4:13 field-invalid must be a whole number, found the text `many` (How many answers are kept; the longest unused goes first. For example `maxEntries: 1000`.)',
  'connection-config-wrong':
    ':5:12 config-invalid must be text, found `5` (Write an http or https address without user, query or fragment.)',
  'connection-connector-missing':
    ':1:1 field-missing `connector` is missing (The connector that speaks to the other side. For example `connector: http`.)',
  'connection-connector-unknown':
    ':3:12 connector-unknown there is no connector `htp` (Did you mean `http`?)',
  'connection-credential-written':
    ':6:32 credential-plain is a credential: it must not be written here (Write `{ secret: <path>, key: <key> }`, where the secret holds the credential.)',
  'connection-field-unknown': ':3:1 field-unknown unknown field `conector` (Did you mean `connector`?)',
  'connection-name-wrong':
    ':2:7 field-invalid must be small letters, digits and hyphens, at most 63, with a letter or digit at both ends, found the text `Stock Service` (The name under which others refer to it; unique among its kind. For example `name: crm`.)',
  'connection-wrong-type':
    ":4:9 field-invalid must be an object, found the text `https://stock.example.com` (The connector's settings; the connector says which. A credential is never written here, only where it is kept: `{ secret: <path>, key: <key> }`. For example `config: { baseUrl: https://crm.example.com, headers: { X-Api-Key: { secret: crm, key: apiKey } } }`.)",
  'environment-connection-dangling':
    ':4:3 reference-dangling there is no connection `stock-servce` (Did you mean `stock-service`?)',
  'environment-field-unknown': ':3:1 field-unknown unknown field `variabels` (Did you mean `variables`?)',
  'environment-key-twice': ':3:1 yaml-duplicate-key the key `name` stands here twice (Remove one of them.)',
  'environment-name-missing':
    ':1:1 field-missing `name` is missing (The name under which others refer to it; unique among its kind. For example `name: production`.)',
  'environment-name-reserved':
    ':2:7 name-reserved the name `platform-test` is reserved (Names may not be `platform` or begin with `platform-`, `platform.` or `platform/`.)',
  'environment-wrong-type':
    ":3:1 field-invalid must be an object, found a list (Values by name, for expressions of flows. Not for credentials: those are secrets. For example `variables: { region: eu-west-1, reportRecipients: ['ops@example.com'] }`.)",
  'flow-action-unknown':
    ':4:13 reference-unmet connection `stock-service` has no `gett` (Did you mean `get`?)',
  'flow-connection-dangling':
    ':4:13 reference-dangling there is no connection `stock-servic` (Did you mean `stock-service`?)',
  'flow-cron-wrong': ':3:20 cron-syntax `8` cannot be the day of week (It goes from 0 to 7, or SUN to SAT.)',
  'flow-do-wrong-type':
    ':2:1 indentation tasks are a list: each begins with a dash (Write `- greet:` for the task, and indent its fields further.)',
  'flow-dsl-other':
    ":1:18 field-invalid must be a version `1.0.x` of the DSL, found the text `2.0.0` (The version of the Open Workflow DSL: 1.0 with any patch number. For example `dsl: '1.0.3'`.)",
  'flow-duration-wrong':
    ':4:13 duration-syntax the duration is not an ISO 8601 duration such as `PT1M30S` (Write `PT5S` or `{ seconds: 5 }`.)',
  'flow-field-unknown': ':8:15 field-unknown unknown field `methd` (Did you mean `method`?)',
  'flow-mapping-dangling':
    ':4:13 reference-dangling there is no mapping `order-to-mesage` (Did you mean `order-to-message`?)',
  'flow-name-missing':
    ":1:1 field-missing `name` is missing (The flow's name, under which it is called. For example `name: nightly-report`.)",
  'flow-script-dangling': ':7:31 reference-dangling there is no script `totl` (Did you mean `total`?)',
  'flow-secret-written':
    ':7:19 secret-token this looks like an address with a password in it (Keep it as a secret and refer to it. If it ever left this machine, revoke it.)',
  'flow-subflow-dangling': ':5:47 reference-dangling there is no flow `minimum` (Did you mean `minimal`?)',
  'flow-task-empty':
    ':3:5 field-missing needs `call`, `do`, `emit`, `for`, `fork`, `listen`, `raise`, `run`, `set`, `switch`, `try` or `wait` (One step of work; the field that is there says which type.)',
  'flow-task-misspelt': ':4:7 field-unknown unknown field `cal` (Did you mean `call`?)',
  'flow-test-answer-of-nothing':
    ':5:5 field-invalid names nothing: one of `call`, `run`, `listen`, `humanTask`, `task`, `secret`, `store` says what it is about (Write one of them, and one more entry for each other thing.)',
  'flow-test-condition-broken': ':4:23 jq-syntax sort_bye/1 is not defined (did you mean `sort_by`?)',
  'flow-test-field-unknown': ':4:1 field-unknown unknown field `expects` (Did you mean `expect`?)',
  'flow-test-flow-dangling':
    ':3:7 reference-dangling there is no flow `order-totl` (Did you mean `order-total`?)',
  'flow-test-flow-missing':
    ':1:1 field-missing `flow` is missing (The name of the flow. For example `flow: refund-order`.)',
  'flow-test-task-unknown':
    ':5:13 reference-unmet the flow `order-total` has no task `summ` (Did you mean `sum`?)',
  'flow-test-wrong-type':
    ':4:1 field-invalid must be a list, found an object (What the flow gets from outside. Nothing leaves the process: a call without an answer fails the test.)',
  'flow-then-unknown': ':5:13 then-unknown `fnish` is not a task of this block (Did you mean `finish`?)',
  'flow-two-tasks-in-one': ':5:7 field-invalid `wait` cannot stand beside `set`',
  'folio-field-unknown': ':4:1 field-unknown unknown field `tag` (Did you mean `tags`?)',
  'folio-file-dangling':
    ':4:7 file-missing there is no file `stock-guid.md` (Did you mean `stock-guide.md`?)',
  'folio-text-missing': ':1:1 field-invalid needs `body` or `file`',
  'folio-title-missing':
    ":1:1 field-missing `title` is missing (The document's title. For example `title: Refund policy`.)",
  'folio-two-texts': ':1:1 field-invalid takes only one of `body` or `file`',
  'folio-wrong-type': ':3:8 field-invalid must be text, found `5` (Put it in quotes, to make it text.)',
  'kind-flow':
    ':1:7 kind-unknown a flow is an Open Workflow document: it has `document` and no `kind` (Put `dsl`, `namespace`, `name` and `version` under `document`.)',
  'kind-missing':
    ':1:1 kind-missing this file defines no entity: `kind` is missing (An entity has `kind` and `name`; a flow has `document.dsl`. Name other files in `.svcignore`.)',
  'kind-unknown': ':2:7 kind-unknown there is no kind `conection` (Did you mean `connection`?)',
  'mapping-example-wrong':
    ':8:5 mapping-example the example gives another output: expected `{"sum":5}`, got `{"sum":4}` (Correct the expression, or the output if the expression is right.)',
  'mapping-expression-broken': ':5:22 jq-syntax mapp/1 is not defined (did you mean `map`?)',
  'mapping-expression-missing':
    ':1:1 field-missing `expression` is missing (The jq expression that makes the output from the input. For example `expression: \'{ text: "Order \\(.id): \\(.total) EUR" }\'`.)',
  'mapping-field-unknown': ':4:1 field-unknown unknown field `example` (Did you mean `examples`?)',
  'mapping-wrong-type':
    ":4:1 field-invalid must be a list, found an object (Inputs and what must come of them; they are tried whenever the file is checked. For example `examples: [{ name: an order, input: { id: 7, total: 12.5 }, output: { text: 'Order 7: 12.5 EUR' } }]`.)",
  'script-code-broken': ":6:17 script-syntax Unexpected token '*'",
  'script-code-missing': ':1:1 field-invalid needs `code` or `file`',
  'script-field-unknown': ':5:1 field-unknown unknown field `arguments` (Did you mean `parameters`?)',
  'script-file-dangling':
    ':4:7 file-missing there is no file `count-line.sh` (Did you mean `count-lines.sh`?)',
  'script-language-missing':
    ':1:1 field-missing `language` is missing (What the code is written in. JavaScript runs in a sandbox; Python and shell run as processes, where those are allowed. For example `language: js`.)',
  'script-wrong-type': ':3:11 field-invalid must be `js`, `python` or `shell`, found the text `javascript`',
  'skill-field-unknown': ':5:1 field-unknown unknown field `flow` (Did you mean `flows`?)',
  'skill-flow-dangling': ':7:5 reference-dangling there is no flow `every-tsk` (Did you mean `every-task`?)',
  'skill-instructions-missing':
    ':1:1 field-missing `instructions` is missing (What to do, step by step, in Markdown. For example `instructions: "1. Look up the order.\\n2. Run `refund-order`."`.)',
  'skill-wrong-type':
    ':5:8 field-invalid must be a list, found the text `minimal` (The flows the skill uses. For example `flows: [refund-order]`.)',
  'store-field-unknown': ':3:1 field-unknown unknown field `maxEntrys` (Did you mean `maxEntries`?)',
  'store-name-missing':
    ':1:1 field-missing `name` is missing (The name under which others refer to it; unique among its kind. For example `name: seen-orders`.)',
  'store-schema-wrong':
    ':3:17 schema-invalid refers to `#/$defs/order`, which is not in this schema (Put the definition into `$defs` and refer to `#/$defs/<name>`.)',
  'store-wrong-type':
    ':3:6 duration-syntax the duration is not an ISO 8601 duration such as `PT1M30S` (Write `P30D` or `{ days: 30 }`.)',
  'team-field-unknown': ':5:21 field-unknown unknown field `branchs` (Did you mean `branches`?)',
  'team-members-missing':
    ':1:1 field-missing `members` is missing (The users who belong to the team. For example `members: [ada, grace]`.)',
  'team-role-unknown':
    ':5:13 field-invalid must be `viewer`, `operator`, `editor` or `admin`, found the text `owner`',
  'team-wrong-type': ':3:16 field-invalid must be text, found `5` (Put it in quotes, to make it text.)',
  'template-body-broken': ':6:22 template-syntax undefined filter: capitalise (Did you mean `capitalize`?)',
  'template-body-missing':
    ":1:1 field-missing `body` is missing (The text, with `{{ … }}` where parameters go in. For example `body: 'Hello {{ customer.name }}!'`.)",
  'template-field-unknown': ':4:1 field-unknown unknown field `params` (Did you mean `parameters`?)',
  'template-parameters-wrong':
    ':4:21 schema-invalid must be one of "array", "boolean", "integer", "null", "number", "object", "string" (Did you mean `object`?)',
  'template-wrong-type': ':3:9 field-invalid must be `liquid`, found the text `mustache`',
  'trigger-cron-wrong': ':4:36 cron-syntax `24` cannot be the hour (It goes from 0 to 23.)',
  'trigger-environment-dangling':
    ':4:14 reference-dangling there is no environment `stagin` (Did you mean `staging`?)',
  'trigger-field-unknown': ':4:1 field-unknown unknown field `shedule` (Did you mean `schedule`?)',
  'trigger-flow-dangling': ':3:7 reference-dangling there is no flow `minimum` (Did you mean `minimal`?)',
  'trigger-flow-missing':
    ':1:1 field-missing `flow` is missing (The name of the flow that starts. For example `flow: nightly-report`.)',
  'trigger-input-broken':
    ':4:27 jq-syntax uper/0 is not defined (Write `.uper` for a member of the input, or `"uper"` for a text.)',
  'trigger-interval-short':
    ':4:20 not-supported the interval is shorter than a second, which is a limit of svc (Write `PT1S` or longer.)',
  'trigger-start-missing': ':1:1 field-invalid needs `schedule`, `webhook` or `event`',
  'trigger-two-starts': ':1:1 field-invalid takes only one of `schedule` or `event`',
  'trigger-webhook-header': ':4:85 field-unknown unknown field `header` (Known: `scheme`, `secret`, `key`.)',
  'trigger-wrong-type':
    ":4:11 field-invalid must be an object, found the text `0 2 * * *` (Times at which the flow starts: one of `cron`, `every` and `after`. For example `schedule: { cron: '0 2 * * 1-5', timeZone: Europe/Berlin, missed: last, overlap: skip }`.)",
  'trigger-zone-unknown':
    ':4:40 time-zone-unknown there is no time zone `Europe/Berln` (Did you mean `Europe/Berlin`?)',
};
