import { type ReactElement, useState } from 'react';
import { CodeText } from '../../parts/code-text.js';
import { Icon } from '../../parts/icon.js';
import { texts } from '../../texts/texts.js';
import type { Concern } from './concerns.js';
import '../../parts/status.css';

const firstConcerns = 6;
/** A branch can have hundreds of faults, which its sync status has. */
const maxConcerns = 100;

/** The obstacles of flows, each with its fix. */
export function ConcernList({ concerns }: { concerns: readonly Concern[] }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  if (concerns.length === 0) {
    return (
      <p className="card overview-calm tone-good">
        <Icon name="check" className="overview-mark" />
        {texts.overview.noConcerns}
      </p>
    );
  }
  const shown = concerns.slice(0, isWhole ? maxConcerns : firstConcerns);
  return (
    <div className="card">
      <ul>
        {shown.map(({ id, tone, title, detail, fix }) => (
          <li key={id} className={`overview-item tone-${tone}`}>
            <Icon name={tone === 'bad' ? 'cross' : 'alert'} className="overview-mark" />
            <div>
              <p className="overview-title">
                <CodeText text={title} />
              </p>
              {detail ? (
                <p className="overview-note">
                  <CodeText text={detail} />
                </p>
              ) : null}
              {fix ? (
                <p className="overview-fix">
                  <Icon name="bulb" />
                  <span>
                    <CodeText text={fix} />
                  </span>
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {concerns.length > firstConcerns ? (
        <p className="overview-foot">
          <button type="button" className="button button-small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? texts.value.showLess : texts.overview.allConcerns(concerns.length)}
          </button>
          {isWhole && concerns.length > maxConcerns ? texts.overview.cut(maxConcerns) : null}
        </p>
      ) : null}
    </div>
  );
}
