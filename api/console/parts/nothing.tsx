import type { ReactElement } from 'react';
import { Icon, type IconName } from './icon.js';
import './nothing.css';

/** The place of a list that has nothing. */
export function Nothing({
  icon,
  title,
  detail,
}: {
  icon: IconName;
  title: string;
  detail: string;
}): ReactElement {
  return (
    <div className="card nothing">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p className="muted">{detail}</p>
    </div>
  );
}
