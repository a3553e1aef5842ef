import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { backfillTrigger, type Span } from '../../data/triggers.js';
import { Dialog } from '../../parts/dialog.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { formatAbsolute } from '../../parts/time-format.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';

const shownTimes = 8;
const dayMs = 86_400_000;

interface BackfillDialogProps {
  branch: string;
  trigger: string;
  onClose: () => void;
  onDone: () => void;
}

/** Starts the runs of a span of the past: first the times are shown, then the runs start. */
export function BackfillDialog({ branch, trigger, onClose, onDone }: BackfillDialogProps): ReactElement {
  const id = useId();
  const [from, setFrom] = useState(() => toLocal(Date.now() - dayMs));
  const [to, setTo] = useState(() => toLocal(Date.now()));
  const check = useMutation({ mutationFn: (span: Span) => backfillTrigger(branch, trigger, span, true) });
  const start = useMutation({
    mutationFn: (span: Span) => backfillTrigger(branch, trigger, span, false),
    onSuccess: (items) => {
      showToast('good', texts.triggers.backfill.started(items.length));
      onDone();
      onClose();
    },
  });
  const times = check.data ?? [];
  const error = start.error ?? check.error;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    start.reset();
    check.mutate({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  };
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    // Times of another span would be those that start.
    check.reset();
    set(event.target.value);
  };
  return (
    <Dialog isOpen onClose={onClose} title={texts.triggers.backfill.title(trigger)}>
      <p>{texts.triggers.backfill.lead}</p>
      <form className="stack" onSubmit={onSubmit}>
        <div className="backfill-span">
          <div className="field">
            <label htmlFor={`${id}-from`}>{texts.triggers.backfill.from}</label>
            <input
              id={`${id}-from`}
              className="input"
              type="datetime-local"
              required
              max={to}
              value={from}
              onChange={change(setFrom)}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-to`}>{texts.triggers.backfill.to}</label>
            <input
              id={`${id}-to`}
              className="input"
              type="datetime-local"
              required
              min={from}
              value={to}
              onChange={change(setTo)}
            />
          </div>
        </div>
        {error ? <ProblemNote error={error} /> : null}
        {check.isSuccess ? (
          <div role="status">
            {times.length === 0 ? (
              <p>{texts.triggers.backfill.none}</p>
            ) : (
              <ul className="backfill-times">
                {times.slice(0, shownTimes).map(({ time }) => (
                  <li key={time}>{formatAbsolute(time)}</li>
                ))}
                {times.length > shownTimes ? <li>{texts.bulk.more(times.length - shownTimes)}</li> : null}
              </ul>
            )}
          </div>
        ) : null}
        <div className="dialog-foot">
          <button
            type="submit"
            className={`button ${times.length > 0 ? '' : 'button-main'}`}
            disabled={check.isPending}
          >
            {texts.triggers.backfill.check}
          </button>
          {times.length > 0 ? (
            <button
              type="button"
              className="button button-main"
              disabled={start.isPending}
              onClick={() => check.variables && start.mutate(check.variables)}
            >
              {texts.triggers.backfill.start(times.length)}
            </button>
          ) : null}
        </div>
      </form>
    </Dialog>
  );
}

/** The text of a control for date and time, in the zone of the reader. */
function toLocal(atMs: number): string {
  return new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
