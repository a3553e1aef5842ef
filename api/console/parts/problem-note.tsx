import type { ReactElement } from 'react';
import { ServiceProblem } from '../data/problem.js';
import { texts } from '../texts/texts.js';
import { CodeText } from './code-text.js';
import { Icon } from './icon.js';

interface ProblemText {
  title: string;
  detail: string;
  hints: readonly string[];
}

/** Tells texts of the service that name a call of its API. */
export const apiCall = /`(?:GET|PUT|POST|PATCH|DELETE) \//;

/** Returns what people are told of an error. */
export function describeProblem(error: unknown): ProblemText {
  if (!(error instanceof ServiceProblem)) {
    return {
      title: texts.problem.unexpected,
      detail: error instanceof Error ? error.message : '',
      hints: [],
    };
  }
  const { code, status, title, detail, hints } = error;
  if (code === 'unreachable')
    return { title: texts.problem.unreachable, detail: texts.problem.unreachableDetail, hints: [] };
  return {
    title: status === 403 ? texts.problem.forbidden : title,
    detail,
    // Calls of the API are of no use to a person at this page.
    hints: hints.filter((hint) => !apiCall.test(hint)),
  };
}

/** An error in the place of what it kept from being shown. */
export function ProblemNote({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactElement {
  const { title, detail, hints } = describeProblem(error);
  const requestId = error instanceof ServiceProblem ? error.requestId : undefined;
  return (
    <div className="note note-bad" role="alert">
      <Icon name="alert" />
      <div className="stack problem-text">
        <div>
          <strong>{title}</strong>
          {detail ? (
            <p>
              <CodeText text={detail} />
            </p>
          ) : null}
          {hints.map((hint) => (
            <p key={hint}>
              <CodeText text={hint} />
            </p>
          ))}
          {requestId ? <p className="problem-request">{texts.problem.request(requestId)}</p> : null}
        </div>
        {onRetry ? (
          <div>
            <button type="button" className="button button-small" onClick={onRetry}>
              <Icon name="refresh" />
              {texts.problem.retry}
            </button>
          </div>
        ) : null}
      </div>
    </div>
  );
}
