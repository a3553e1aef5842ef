function countRuns(count: number, isMore: boolean): string {
  const number = count.toLocaleString('en');
  if (isMore) return `The newest ${number} runs`;
  return count === 1 ? '1 run' : `${number} runs`;
}

/** All texts of the console. A translation is a file like this one of the same type. */
export const en = {
  product: 'svc',
  skipToContent: 'Skip to the content',
  nav: {
    label: 'Main',
    open: 'Open navigation',
    close: 'Close navigation',
    runs: 'Runs',
    manual: 'Manual',
    api: 'API',
  },
  branch: {
    label: 'Branch',
    production: 'production',
    pick: (name: string) => `Branch: ${name}. Pick another one`,
    loading: 'Branches are loading …',
  },
  user: {
    menu: (name: string) => `Signed in as ${name}: account and appearance`,
    signedInAs: 'Signed in as',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out of all browsers',
  },
  theme: {
    label: 'Appearance',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
  },
  palette: {
    open: 'Search',
    title: 'Search and commands',
    placeholder: 'Search pages, flows and runs by id …',
    empty: 'Nothing matches. The id of a run opens the run.',
    pages: 'Pages',
    actions: 'Actions',
    flows: 'Runs of a flow',
    run: 'Run',
    results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  },
  signIn: {
    title: 'Sign in',
    lead: 'Workflow automation from Git',
    username: 'User name',
    password: 'Password',
    submit: 'Sign in',
    pending: 'Signing in …',
    or: 'or',
    with: (title: string) => `Sign in with ${title}`,
    wrong: 'The user name or the password is not right.',
    slow: 'Too many attempts. Wait a little, then try again.',
    none: 'This installation has no way to sign in with a browser. An administrator can set `Auth`.',
    first:
      'First start? The password of `admin` is in `initial-admin.json` in the data directory of the service.',
    provider: 'The sign-in with the provider did not succeed. Try again, or ask an administrator.',
  },
  problem: {
    title: 'This page cannot be shown',
    unreachable: 'The service does not answer',
    unreachableDetail: 'Either the network is down or the service restarts. The page tries again by itself.',
    forbidden: 'You may not see this',
    retry: 'Try again',
    home: 'To the runs',
    request: (id: string) => `Request ${id}`,
    unexpected: 'Something in the console broke',
    unexpectedDetail:
      'The rest of the console goes on. Reload the page; if that does not help, tell an administrator.',
    reload: 'Reload the page',
  },
  notFound: {
    title: 'There is no such page',
    detail: (path: string) =>
      `The console has nothing at ${path}. The address may be mistyped, or the page was moved.`,
  },
  actions: {
    copy: 'Copy',
    copied: 'Copied',
    cancel: 'Cancel',
    close: 'Close',
    dismiss: 'Dismiss',
    more: 'More actions',
  },
  time: {
    now: 'now',
    running: 'not ended',
  },
  status: {
    pending: 'Queued',
    running: 'Running',
    waiting: 'Waiting',
    suspended: 'Suspended',
    completed: 'Completed',
    faulted: 'Failed',
    cancelled: 'Cancelled',
    skipped: 'Skipped',
    retried: 'Retried',
  },
  trigger: {
    api: 'Call',
    flow: 'Subflow',
    schedule: 'Schedule',
    event: 'Event',
    webhook: 'Webhook',
  },
  live: {
    connecting: 'Connecting …',
    live: 'Live',
    lost: 'No connection, trying again …',
  },
  runs: {
    title: 'Runs',
    loading: 'Runs are loading',
    news: 'Show the newest runs',
    none: {
      title: 'No runs yet',
      detail:
        'Runs of this branch stand here as soon as a flow starts: by a call, a schedule, a webhook or an event.',
    },
    noMatch: {
      title: 'No run fits this filter',
      detail: 'Take something out of the filter, or look at another branch.',
    },
    columns: {
      status: 'Status',
      flow: 'Flow',
      started: 'Created',
      duration: 'Duration',
      trigger: 'Cause',
      environment: 'Environment',
    },
    filter: {
      status: 'Status',
      all: 'All',
      flow: 'Flow',
      anyFlow: 'Any flow',
      trigger: 'Cause',
      anyTrigger: 'Any cause',
      period: 'Period',
      anyPeriod: 'Any time',
      periods: { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' },
      id: 'Open a run by its id',
      clear: 'Clear',
    },
  },
  bulk: {
    open: 'Bulk actions',
    note: 'Changes every run that fits the filter, not only those in view.',
    counting: 'Counting the runs',
    none: 'No run that fits the filter can be changed this way.',
    back: 'Back',
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
    retry: {
      item: 'Retry the failed ones',
      detail: 'From the task that failed',
      question: (count: number, isMore: boolean) =>
        `${countRuns(count, isMore)} start again at the task that failed. Completed tasks do not run again.`,
      confirm: (count: number) => `Retry ${countRuns(count, false)}`,
    },
    rerun: {
      item: 'Run again from the start',
      detail: 'With the newest version of the flow',
      question: (count: number, isMore: boolean) =>
        `${countRuns(count, isMore)} start again from the start: every task runs again, and calls are repeated.`,
      confirm: (count: number) => `Start ${countRuns(count, false)} again`,
    },
    cancel: {
      item: 'Cancel the unfinished ones',
      detail: 'For good',
      question: (count: number, isMore: boolean) =>
        `${countRuns(count, isMore)} end for good. This cannot be undone.`,
      confirm: (count: number) => `Cancel ${countRuns(count, false)}`,
    },
    outcome: (action: 'retry' | 'rerun' | 'cancel', changed: number, failed: number, isMore: boolean) => {
      const verb = { retry: 'retried', rerun: 'started again', cancel: 'cancelled' }[action];
      const refused = failed > 0 ? ` ${countRuns(failed, false)} could not be changed.` : '';
      const rest = isMore ? ' There are more: do it once more for the rest.' : '';
      return `${countRuns(changed, false)} ${verb}.${refused}${rest}`;
    },
  },
  value: {
    showAll: (lines: number) => `Show all ${lines.toLocaleString('en')} lines`,
    showLess: 'Show less',
    download: 'Download',
    cut: (shown: number, lines: number) =>
      `The first ${shown.toLocaleString('en')} of ${lines.toLocaleString('en')} lines. Download it for the rest.`,
    none: 'None',
  },
};

export type Texts = typeof en;
