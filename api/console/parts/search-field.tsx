import { type ReactElement, useEffect, useEffectEvent, useId, useState } from 'react';

const restMs = 250;

/** A field whose text is searched for once the reader rests. */
export function SearchField({
  label,
  value,
  isShort = false,
  onChange,
}: {
  label: string;
  value: string;
  isShort?: boolean;
  onChange: (value: string) => void;
}): ReactElement {
  const id = useId();
  const [text, setText] = useState(value);
  const change = useEffectEvent(onChange);
  // The address can change without this field, such as by the way back.
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => change(text.trim()), restMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        className={isShort ? 'input search-short' : 'input'}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </>
  );
}
