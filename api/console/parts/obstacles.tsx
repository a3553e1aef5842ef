import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../data/client.js';
import { texts } from '../texts/texts.js';
import { CodeText, toSentence } from './code-text.js';
import { Icon } from './icon.js';
import { apiCall } from './problem-note.js';
import './obstacles.css';

const maxObstacles = 20;

/** Lists everything that keeps an entity from running or from being in service, each with the way on. */
export function Obstacles({
  status: { missing, findings },
  isInService,
}: {
  status: Schemas['EntityStatus'];
  /** True where some version is in service. */
  isInService: boolean;
}): ReactElement | null {
  const faults = findings.filter(({ severity }) => severity === 'error');
  if (missing.length + faults.length === 0) return null;
  return (
    <>
      {faults.length > 0 ? (
        <ObstacleList
          look="note-bad"
          title={isInService ? texts.obstacles.behind : texts.obstacles.broken}
          items={faults.map(({ message, file, line, hint }) => {
            return { id: `${file}:${line} ${message}`, text: `${message} (\`${file}:${line}\`)`, hint };
          })}
        />
      ) : null}
      {missing.length > 0 ? (
        <ObstacleList
          look="note-warn"
          title={texts.obstacles.blocked}
          items={missing.map(({ need, name, message, hint, secret }) => {
            return { id: `${need} ${name} ${message}`, text: message, hint, secret };
          })}
        />
      ) : null}
    </>
  );
}

interface Obstacle {
  id: string;
  text: string;
  hint: string | undefined;
  secret?: Schemas['MissingSecret'] | undefined;
}

function ObstacleList({
  look,
  title,
  items,
}: {
  look: string;
  title: string;
  items: readonly Obstacle[];
}): ReactElement {
  return (
    <section className={`note ${look}`} aria-label={title}>
      <Icon name="alert" />
      <div className="obstacles">
        <strong>{title}</strong>
        <ul className="obstacles">
          {items.slice(0, maxObstacles).map(({ id, text, hint, secret }) => (
            <li key={id}>
              <p>
                <CodeText text={toSentence(text)} />
              </p>
              {secret !== undefined ? (
                <p className="obstacle-fix">
                  <Icon name="bulb" />
                  <Link to="/secrets" search={{ set: secret.path, keys: secret.keys.join(',') || undefined }}>
                    {texts.obstacles.setSecret(secret.path)}
                  </Link>
                </p>
              ) : hint && !apiCall.test(hint) ? (
                <p className="obstacle-fix">
                  <Icon name="bulb" />
                  <span>
                    <CodeText text={hint} />
                  </span>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
        {items.length > maxObstacles ? <p>{texts.bulk.more(items.length - maxObstacles)}</p> : null}
      </div>
    </section>
  );
}
