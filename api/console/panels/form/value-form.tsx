import { type FormEvent, type ReactElement, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Schemas } from '../../data/client.js';
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
  isApproval,
  prepareFields,
  readFields,
} from './form-fields.js';
import './form.css';

interface ValueFormProps {
  fields: readonly Schemas['FormField'][];
  /** Texts that take the place of those that the fields begin with, by the property. */
  initial?: Readonly<Record<string, unknown>> | undefined;
  /** The button of a form without a question. */
  submit: string;
  /** True where a single yes or no is asked by two buttons. */
  asksByButtons?: boolean;
  isPending: boolean;
  /** Faults that the service found in the last answer. */
  faults: readonly ValueFault[];
  /** Stands between the fields and the buttons. */
  children?: ReactNode;
  onSubmit: (values: Record<string, unknown>) => void;
}

/** A form for values that the service has described: the answer to a task, the parameters of a flow. */
export function ValueForm(props: ValueFormProps): ReactElement {
  const { isPending, faults: serviceFaults, asksByButtons = false, onSubmit, initial } = props;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const fields = useMemo(() => prepareFields(withDefaults(props.fields, initial)), [props.fields, initial]);
  const question = asksByButtons ? findQuestion(fields) : undefined;
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
    <form ref={element} className="card form" autoComplete="off" onSubmit={onFormSubmit}>
      <div role="alert">
        {hasFaults ? (
          <p className="note note-bad">
            <Icon name="alert" />
            <span>
              {texts.form.faults.summary} {faults['']}
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
      {props.children}
      {question ? (
        <Question
          id={`${id}-question`}
          question={question}
          fault={faults[question.id]}
          isPending={isPending}
          onAnswer={submit}
        />
      ) : (
        <div className="form-answers">
          <button type="submit" className="button button-main form-answer" disabled={isPending}>
            {props.submit}
          </button>
        </div>
      )}
    </form>
  );
}

function withDefaults(
  fields: readonly Schemas['FormField'][],
  initial: Readonly<Record<string, unknown>> | undefined,
): readonly Schemas['FormField'][] {
  if (initial === undefined) return fields;
  return fields.map((field) =>
    Object.hasOwn(initial, field.property) ? { ...field, default: initial[field.property] } : field,
  );
}

function getMessage(kind: string): string {
  return texts.form.faults[kind as keyof typeof texts.form.faults] ?? kind;
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
  const { approve, decline, yes, no } = texts.form.answers;
  const [yesText, noText] = isApproval(question) ? [approve, decline] : [yes, no];
  const title = question.title === question.property ? texts.form.question : question.title;
  const hint = fault ?? question.description;
  return (
    <fieldset className="form-question" aria-describedby={hint ? `${id}-about` : undefined}>
      <legend>{title}</legend>
      {hint ? (
        <p id={`${id}-about`} className={fault ? 'form-fault' : 'muted'}>
          {hint}
        </p>
      ) : null}
      <div className="form-answers">
        <button
          type="button"
          className="button button-main form-answer"
          disabled={isPending}
          onClick={() => onAnswer(true)}
        >
          <Icon name="check" />
          {yesText}
        </button>
        <button
          type="button"
          className="button form-answer"
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
