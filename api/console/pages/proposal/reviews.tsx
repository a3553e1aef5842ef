import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react';
import { type ProposalDetails, reviewProposal } from '../../data/proposals.js';
import { mayPerhaps } from '../../data/rights.js';
import { sessionQuery } from '../../data/session.js';
import { formatAssignee } from '../../parts/assignee-format.js';
import { CodeText } from '../../parts/code-text.js';
import { Icon } from '../../parts/icon.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Section } from '../../parts/section.js';
import { RelativeTime } from '../../parts/time.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';
import '../../parts/status.css';

const maxComment = 4_000;

/** The reviews of an open proposal, what is still missing, and the caller's own. */
export function Reviews({ proposal }: { proposal: ProposalDetails }): ReactElement | null {
  const { data: session } = useQuery(sessionQuery);
  const { author, review } = proposal;
  if (review === undefined) return null;
  const { required, approvals, reviews, missing } = review;
  const mayReview = mayPerhaps(session, 'editor') && session?.principal !== author;
  if (required === 0 && reviews.length === 0 && missing.length === 0 && !mayReview) return null;
  return (
    <Section title={texts.reviews.title}>
      {required === 0 && reviews.length === 0 && missing.length === 0 ? null : (
        <ul className="card rows">
          {required === 0 ? null : (
            <li className={`row-item outlook-item tone-${approvals < required ? 'warn' : 'good'}`}>
              <Icon name={approvals < required ? 'clock' : 'check'} />
              <p>{texts.reviews.approvals(approvals, required)}</p>
            </li>
          )}
          {reviews.map(({ reviewer, verdict, comment, createdAt, reason }) => (
            <li
              key={reviewer}
              className={`row-item outlook-item tone-${reason !== null ? 'calm' : verdict === 'approved' ? 'good' : 'bad'}`}
            >
              <Icon name={verdict === 'approved' ? 'check' : 'cross'} />
              <div className="row-main">
                <p>
                  {texts.reviews.verdicts[verdict]} {formatAssignee(reviewer, session?.principal)}{' '}
                  <RelativeTime at={createdAt} />
                </p>
                {comment === '' ? null : <p className="row-note">{comment}</p>}
                {reason === null ? null : <p className="row-note">{texts.reviews.doesNotCount(reason)}</p>}
              </div>
            </li>
          ))}
          {missing.map((line) => (
            <li key={line} className="row-item outlook-item tone-warn">
              <Icon name="alert" />
              <p>
                <CodeText text={line} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayReview ? <ReviewForm proposal={proposal} /> : null}
    </Section>
  );
}

/** Approves what is shown, or asks for something else: a newer commit is refused by the service. */
function ReviewForm({ proposal: { id, revision } }: { proposal: ProposalDetails }): ReactElement {
  const queryClient = useQueryClient();
  const field = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const [comment, setComment] = useState('');
  const review = useMutation({
    mutationFn: (verdict: 'approve' | 'request-changes') =>
      reviewProposal(id, verdict, { comment, revision: revision ?? undefined }),
    onSuccess: (_, verdict) => {
      setComment('');
      // The button that was pressed may be disabled now, which would lose the focus.
      text.current?.focus();
      showToast('good', texts.reviews.done[verdict]);
      void queryClient.invalidateQueries();
    },
  });
  const approve = (event: FormEvent) => {
    event.preventDefault();
    review.mutate('approve');
  };
  return (
    <form className="review-form" onSubmit={approve}>
      <div className="field">
        <label htmlFor={field}>{texts.reviews.comment}</label>
        <textarea
          id={field}
          ref={text}
          className="input form-text"
          rows={2}
          maxLength={maxComment}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </div>
      {review.error ? <ProblemNote error={review.error} /> : null}
      <div className="review-buttons">
        <button
          type="button"
          className="button"
          disabled={review.isPending || comment.trim() === ''}
          title={comment.trim() === '' ? texts.reviews.commentFirst : undefined}
          onClick={() => review.mutate('request-changes')}
        >
          {texts.reviews.requestChanges}
        </button>
        <button type="submit" className="button button-main" disabled={review.isPending}>
          <Icon name="check" />
          {texts.reviews.approve}
        </button>
      </div>
    </form>
  );
}
