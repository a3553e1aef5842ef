import { type FormEvent, type ReactElement, useId, useMemo, useRef, useState } from 'react';
import type { ValueFault } from '../../data/problem.js';
import { Icon } from '../../parts/icon.js';
import { texts } from '../../texts/texts.js';
import { Control } from './control.js';
import {
  assignFaults,
  type Entered,
  type FieldFaults,
  type FormField,
  findQuestion,
  getFields,
  isApproval,
  readFields,
} from './form-fields.js';

interface TaskFormProps {
  /** JSON Schema of the values. */
  form: Record<string, unknown>;
  isPending: boolean;
  /** Faults that the service found in the last answer. */
  faults: readonly ValueFault[];
  onSubmit: (values: Record<string, unknown>) => void;
}

/** The form of a task, with a button for each answer where it asks a single yes or no. */
export function TaskForm({ form, isPending, faults: serviceFaults, onSubmit }: TaskFormProps): ReactElement {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const fields = useMemo(() => getFields(form), [form]);
  const question = findQuestion(fields);
  const shown = fields.filter((field) => field !== question);
  const [entered, setEntered] = useState<Entered>(() =>
    Object.fromEntries(shown.map((field) => [field.id, field.initial])),
  );
  const [ownFaults, setOwnFaults] = useState<FieldFaults>({});
  const faults = { ...assignFaults(fields, serviceFaults), ...ownFaults };
  const hasFaults = Object.keys(faults).length > 0;

  const submit = (answer: boolean | undefined) => {
    if (isPending || element.current?.reportValidity() === false) return;
    const { values, faults: textFaults } = readFields(shown, entered);
    const messages = Object.entries(textFaults).map(([name, kind]) => [name, getMessage(kind)] as const);
    setOwnFaults(Object.fromEntries(messages));
    if (messages.length > 0) return;
    onSubmit(question && answer !== undefined ? { ...values, [question.property]: answer } : values);
  };
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The enter key in a field gives no answer to a question by accident.
    if (!question) submit(undefined);
  };
  return (
    <form ref={element} className="card task-form" autoComplete="off" onSubmit={onFormSubmit}>
      <div role="alert">
        {hasFaults ? (
          <p className="note note-bad">
            <Icon name="alert" />
            <span>
              {texts.humanTask.faults.summary} {faults['']}
            </span>
          </p>
        ) : null}
      </div>
      {shown.map((field) => (
        <Control
          key={field.id}
          id={`${id}-${field.id}`}
          field={field}
          value={entered[field.id] ?? ''}
          fault={faults[field.id]}
          onChange={(value) => setEntered((before) => ({ ...before, [field.id]: value }))}
        />
      ))}
      {question ? (
        <Question
          id={`${id}-question`}
          question={question}
          fault={faults[question.id]}
          isPending={isPending}
          onAnswer={submit}
        />
      ) : (
        <div className="task-answers">
          <button type="submit" className="button button-main task-answer" disabled={isPending}>
            {texts.humanTask.actions.complete}
          </button>
        </div>
      )}
    </form>
  );
}

function getMessage(kind: string): string {
  return texts.humanTask.faults[kind as keyof typeof texts.humanTask.faults] ?? kind;
}

function Question({
  id,
  question,
  fault,
  isPending,
  onAnswer,
}: {
  id: string;
  question: FormField;
  fault: string | undefined;
  isPending: boolean;
  onAnswer: (answer: boolean) => void;
}): ReactElement {
  const { approve, decline, yes, no } = texts.humanTask.actions;
  const [yesText, noText] = isApproval(question) ? [approve, decline] : [yes, no];
  const title = question.title === question.property ? texts.humanTask.question : question.title;
  return (
    <fieldset className="task-question" aria-describedby={fault || question.hint ? `${id}-about` : undefined}>
      <legend>{title}</legend>
      {fault || question.hint ? (
        <p id={`${id}-about`} className={fault ? 'task-fault' : 'muted'}>
          {fault ?? question.hint}
        </p>
      ) : null}
      <div className="task-answers">
        <button
          type="button"
          className="button button-main task-answer"
          disabled={isPending}
          onClick={() => onAnswer(true)}
        >
          <Icon name="check" />
          {yesText}
        </button>
        <button
          type="button"
          className="button task-answer"
          disabled={isPending}
          onClick={() => onAnswer(false)}
        >
          <Icon name="cross" />
          {noText}
        </button>
      </div>
    </fieldset>
  );
}
