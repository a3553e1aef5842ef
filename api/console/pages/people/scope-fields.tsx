import { type ReactElement, useId } from 'react';
import type { Scopes } from '../../data/people.js';
import { texts } from '../../texts/texts.js';
import { TextField } from './fields.js';
import '../../parts/choices.css';

const lists = ['flows', 'environments', 'branches', 'entities', 'tools'] as const;
const effects = Object.keys(texts.people.effects) as NonNullable<Scopes['effects']>[number][];

/** The bounds of a key: patterns as texts, kinds of calls as boxes. Nothing in a field bounds nothing. */
export function ScopeFields({
  scopes,
  chosen,
  onChosen,
}: {
  /** Those that the key has. */
  scopes: Scopes | null;
  /** The kinds of calls; none stands for all. */
  chosen: Scopes['effects'];
  onChosen: (effects: Scopes['effects']) => void;
}): ReactElement {
  const id = useId();
  return (
    <details className="scope-fields" open={scopes !== null}>
      <summary>{texts.people.scopes}</summary>
      <div className="stack">
        <p className="row-note">{texts.people.scopesNote}</p>
        {lists.map((list) => (
          <TextField
            key={list}
            label={texts.people.scopeNames[list]}
            name={list}
            placeholder={texts.people.scopeExamples[list]}
            defaultValue={scopes?.[list]?.join(', ') ?? ''}
          />
        ))}
        <fieldset className="choices">
          <legend className="label">{texts.people.scopeNames.effects}</legend>
          {effects.map((effect) => (
            <label key={effect} htmlFor={`${id}-${effect}`}>
              <input
                id={`${id}-${effect}`}
                type="checkbox"
                checked={chosen?.includes(effect) ?? false}
                onChange={({ target }) =>
                  onChosen(
                    effects.filter((each) =>
                      each === effect ? target.checked : (chosen?.includes(each) ?? false),
                    ),
                  )
                }
              />
              {texts.people.effects[effect]}
            </label>
          ))}
        </fieldset>
        <TextField
          label={texts.people.scopeNames.requestsPerMinute}
          name="requestsPerMinute"
          type="number"
          min={1}
          max={1_000_000}
          defaultValue={String(scopes?.requestsPerMinute ?? '')}
        />
      </div>
    </details>
  );
}

/** Returns the bounds that a form has; null where it has none. @param entered returns the text of a field */
export function readScopes(entered: (name: string) => string, chosen: Scopes['effects']): Scopes | null {
  const scopes: Scopes = {};
  for (const list of lists) {
    const patterns = entered(list)
      .split(/[\s,]+/)
      .filter((each) => each !== '');
    if (patterns.length > 0) scopes[list] = patterns;
  }
  if (chosen && chosen.length > 0) scopes.effects = chosen;
  const rate = entered('requestsPerMinute').trim();
  if (rate !== '') scopes.requestsPerMinute = Number(rate);
  return Object.keys(scopes).length === 0 ? null : scopes;
}

/** Returns the bounds of a key as one line for each. */
export function listScopes(scopes: Scopes): string[] {
  return (Object.keys(texts.people.scopeNames) as (keyof Scopes)[]).flatMap((name) => {
    const value = scopes[name];
    if (value === undefined) return [];
    return `${texts.people.scopeNames[name]}: ${Array.isArray(value) ? value.join(', ') : value}`;
  });
}
