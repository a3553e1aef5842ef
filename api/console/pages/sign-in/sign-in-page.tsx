import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { consolePath, getServicePath } from '../../data/base.js';
import { ServiceProblem } from '../../data/problem.js';
import { sessionQuery, signIn, waysQuery } from '../../data/session.js';
import { CodeText } from '../../parts/code-text.js';
import { Icon } from '../../parts/icon.js';
import { describeProblem, ProblemNote } from '../../parts/problem-note.js';
import { texts } from '../../texts/texts.js';
import './sign-in.css';

/** The page for signing in; leads on to the page that they came for. */
export function SignInPage(): ReactElement {
  const { to, error } = useSearch({ from: '/sign-in' });
  const ways = useQuery(waysQuery);
  useEffect(() => {
    document.title = `${texts.signIn.title} · ${texts.product}`;
  }, []);
  const providers = ways.data?.providers ?? [];
  const hasPassword = ways.data?.password === true;
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <div className="sign-in-head">
          <img src={getServicePath('console/icon.svg')} alt="" width="40" height="40" />
          <div>
            <h1>{texts.signIn.title}</h1>
            <p className="muted">{texts.signIn.lead}</p>
          </div>
        </div>
        {error ? (
          <p className="note note-bad" role="alert">
            <Icon name="alert" />
            {texts.signIn.provider}
          </p>
        ) : null}
        {ways.isError ? <ProblemNote error={ways.error} onRetry={() => void ways.refetch()} /> : null}
        {ways.isPending ? <span className="skeleton sign-in-waiting" /> : null}
        {hasPassword ? <PasswordForm to={to} /> : null}
        {hasPassword && providers.length > 0 ? <p className="sign-in-or">{texts.signIn.or}</p> : null}
        {providers.map(({ name, title, login }) => (
          <a key={name} className="button" href={withReturn(login, to)}>
            {texts.signIn.with(title)}
          </a>
        ))}
        {ways.data && !hasPassword && providers.length === 0 ? <p>{texts.signIn.none}</p> : null}
      </div>
      {hasPassword ? (
        <p className="sign-in-hint">
          <CodeText text={texts.signIn.first} />
        </p>
      ) : null}
    </main>
  );
}

/** Reads the page to come back to, as the console or the service wrote it; never an address elsewhere. */
function readReturn(to: string | undefined): { to: string; search: Record<string, string> } {
  const own = to?.startsWith(consolePath) ? to.slice(consolePath.length) : to;
  if (!own?.startsWith('/') || own.startsWith('//')) return { to: '/', search: {} };
  const { pathname, searchParams } = new URL(own, location.origin);
  return { to: pathname, search: Object.fromEntries(searchParams) };
}

/** The address of a provider's sign-in, with the page to come back to. */
function withReturn(login: string, to: string | undefined): string {
  const path = getServicePath(login);
  if (!to) return path;
  const back = to.startsWith(consolePath) ? to : consolePath + to;
  return `${path}${path.includes('?') ? '&' : '?'}to=${encodeURIComponent(back)}`;
}

function PasswordForm({ to }: { to: string | undefined }): ReactElement {
  const id = useId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const password = useRef<HTMLInputElement>(null);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setProblem('');
    try {
      await signIn(String(form.get('username')), String(form.get('password')));
      await queryClient.resetQueries({ queryKey: sessionQuery.queryKey });
      await navigate({ ...readReturn(to), replace: true });
    } catch (error) {
      setPending(false);
      setProblem(getSignInText(error));
      password.current?.select();
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor={`${id}-name`}>{texts.signIn.username}</label>
        <input
          id={`${id}-name`}
          className="input"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-password`}>{texts.signIn.password}</label>
        <input
          id={`${id}-password`}
          ref={password}
          className="input"
          name="password"
          type="password"
          autoComplete="current-password"
          aria-describedby={problem ? `${id}-problem` : undefined}
          aria-invalid={problem !== ''}
          required
        />
      </div>
      <div role="alert" id={`${id}-problem`}>
        {problem ? (
          <p className="note note-bad">
            <Icon name="alert" />
            {problem}
          </p>
        ) : null}
      </div>
      <button type="submit" className="button button-main" disabled={isPending}>
        {isPending ? texts.signIn.pending : texts.signIn.submit}
      </button>
    </form>
  );
}

function getSignInText(error: unknown): string {
  if (error instanceof ServiceProblem && error.status === 401) return texts.signIn.wrong;
  if (error instanceof ServiceProblem && error.status === 429) return texts.signIn.slow;
  const { title, detail } = describeProblem(error);
  return detail ? `${title}: ${detail}` : title;
}
