import { type ReactElement, useMemo } from 'react';
import { formatJson } from '../../../data/exact-json.js';
import { compareLines } from '../../../parts/compare-lines.js';
import { DiffView } from '../../../parts/diff-view.js';
import { SameLine } from '../cause/since-good.js';

interface ComparedValueProps {
  here: unknown;
  there: unknown;
  same: string;
  differs: string;
  /** The name of the difference, unique on the page. */
  label: string;
}

/** The difference of a value from that of another run. */
export function ComparedValue({ here, there, same, differs, label }: ComparedValueProps): ReactElement {
  const patch = useMemo(() => compareLines(toLines(there), toLines(here)), [here, there]);
  return (
    <div className="since">
      <SameLine isChanged={patch !== ''} text={patch === '' ? same : differs} />
      {patch === '' ? null : <DiffView patch={patch} label={label} />}
    </div>
  );
}

function toLines(value: unknown): string {
  return value == null ? '' : formatJson(value);
}
