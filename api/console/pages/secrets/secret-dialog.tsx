import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react';
import type { Environment } from '../../data/environments.js';
import { type Secret, updateSecret, type WrittenSecret, writeSecret } from '../../data/secrets.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogFoot } from '../../parts/dialog-foot.js';
import { Icon } from '../../parts/icon.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';
import { trimSlash } from './secret-groups.js';

interface SecretDialogProps {
  /** The secret whose keys change; undefined for a new one. */
  secret: Secret | undefined;
  /** The path of a new secret, where it is clear. */
  path?: string | undefined;
  /** Keys that are to be set, besides those that the secret has. */
  missing: readonly string[];
  environments: readonly Environment[];
  onClose: () => void;
}

interface KeyRow {
  id: number;
  /** Undefined for a key that the person names. */
  name: string | undefined;
  /** False for a key that the secret has. */
  isNew: boolean;
}

/**
 * Sets a secret. The values stand in their fields alone, neither in the state of the page nor in a cache, and go with the
 * dialog.
 */
export function SecretDialog(props: SecretDialogProps): ReactElement {
  const { secret, path = '', missing, environments, onClose } = props;
  const id = useId();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [rows, setRows] = useState<readonly KeyRow[]>(() => getRows(secret?.keys ?? [], missing));
  const [prefix, setPrefix] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isEmpty, setEmpty] = useState(false);
  const prefixes = environments.flatMap(({ name, secretPrefix }) =>
    secretPrefix === undefined ? [] : [{ name, prefix: trimSlash(secretPrefix) }],
  );
  const addRow = () => setRows([...rows, { id: (rows.at(-1)?.id ?? 0) + 1, name: undefined, isNew: true }]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isPending) return;
    const entered = new FormData(form.current);
    const values = readValues(entered, rows);
    setEmpty(Object.keys(values).length === 0);
    if (Object.keys(values).length === 0) return;
    setPending(true);
    setError(undefined);
    try {
      const own = String(entered.get('path') ?? '').trim();
      const result = secret
        ? await updateSecret(secret.path, values)
        : await writeSecret(prefix === '' ? own : `${prefix}/${own}`, values);
      tell(result);
      onClose();
      // Entities that lacked it may run now.
      void queryClient.invalidateQueries();
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={secret ? texts.secrets.changeTitle(secret.path) : texts.secrets.newTitle}
    >
      <form ref={form} className="stack" autoComplete="off" onSubmit={(event) => void save(event)}>
        <p>{secret ? texts.secrets.changeLead : texts.secrets.newLead}</p>
        {secret ? null : (
          <>
            {prefixes.length > 0 && path === '' ? (
              <div className="field">
                <label htmlFor={`${id}-prefix`}>{texts.secrets.environment}</label>
                <select
                  id={`${id}-prefix`}
                  className="select"
                  value={prefix}
                  onChange={({ target }) => setPrefix(target.value)}
                >
                  <option value="">{texts.secrets.everywhere}</option>
                  {prefixes.map((each) => (
                    <option key={each.name} value={each.prefix}>
                      {texts.secrets.ofEnvironment(each.name, each.prefix)}
                    </option>
                  ))}
                </select>
              </div>
            ) : null}
            <div className="field">
              <label htmlFor={`${id}-path`}>{texts.secrets.path}</label>
              <input
                id={`${id}-path`}
                name="path"
                className="input"
                required
                spellCheck={false}
                autoComplete="off"
                placeholder={texts.secrets.pathExample}
                defaultValue={path}
              />
            </div>
          </>
        )}
        {rows.map((row) => (
          <KeyFields key={row.id} id={`${id}-${row.id}`} row={row} />
        ))}
        <div>
          <button type="button" className="button button-small" onClick={addRow}>
            <Icon name="plus" />
            {texts.secrets.addKey}
          </button>
        </div>
        <div role="alert">{isEmpty ? <p className="form-fault">{texts.secrets.empty}</p> : null}</div>
        <DialogFoot
          onClose={onClose}
          error={error}
          action={{ text: texts.actions.save, look: 'main', isDisabled: isPending }}
        />
      </form>
    </Dialog>
  );
}

function KeyFields({ id, row }: { id: string; row: KeyRow }): ReactElement {
  if (row.name !== undefined) {
    return (
      <div className="field">
        <label htmlFor={`${id}-value`}>{row.name}</label>
        <ValueField id={`${id}-value`} row={row} placeholder={row.isNew ? '' : texts.secrets.unchanged} />
      </div>
    );
  }
  return (
    <div className="secret-key">
      <div className="field">
        <label htmlFor={`${id}-key`}>{texts.secrets.key}</label>
        <input
          id={`${id}-key`}
          name={`key-${row.id}`}
          className="input"
          spellCheck={false}
          autoComplete="off"
          placeholder={texts.secrets.keyExample}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-value`}>{texts.secrets.value}</label>
        <ValueField id={`${id}-value`} row={row} />
      </div>
    </div>
  );
}

/** A field whose text is hidden. A field for passwords would drop the line breaks of a private key. */
function ValueField({
  id,
  row,
  placeholder,
}: {
  id: string;
  row: KeyRow;
  placeholder?: string;
}): ReactElement {
  return (
    <textarea
      id={id}
      name={`value-${row.id}`}
      rows={1}
      className="input secret-value"
      spellCheck={false}
      autoComplete="off"
      placeholder={placeholder}
    />
  );
}

/** The keys that the secret has, then those that it lacks; a free one where there are none. */
function getRows(keys: readonly string[], missing: readonly string[]): KeyRow[] {
  const names = [...new Set([...keys, ...missing])];
  return names.length === 0
    ? [{ id: 0, name: undefined, isNew: true }]
    : names.map((name, index) => ({ id: index, name, isNew: !keys.includes(name) }));
}

/** Returns the values by their keys; a field without a text changes nothing. */
function readValues(entered: FormData, rows: readonly KeyRow[]): Record<string, string> {
  const values = rows.flatMap(({ id, name }) => {
    const key = name ?? String(entered.get(`key-${id}`) ?? '').trim();
    const value = String(entered.get(`value-${id}`) ?? '');
    return key === '' || value === '' ? [] : [[key, value] as const];
  });
  return Object.fromEntries(values);
}

/** Says what was written, and which values are too short to be hidden in logs. */
function tell({ path, version, unmasked }: WrittenSecret): void {
  if (unmasked.length > 0) showToast('bad', texts.secrets.unmasked(path, unmasked.join(', ')));
  else showToast('good', texts.secrets.saved(path, version));
}
