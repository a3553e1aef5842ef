import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';
import './rows.css';
import './section.css';

interface Used {
  type: string;
  name: string;
  /** A word on the entity, such as how it changes. */
  note?: string;
}

const maxUsed = 50;

/** Entities that an entity uses, or that use it; each once. */
export function UsedList({ items, none }: { items: readonly Used[]; none: string }): ReactElement {
  const entities = [...new Map(items.map((each) => [`${each.type}/${each.name}`, each])).values()];
  if (entities.length === 0) return <p className="card calm">{none}</p>;
  return (
    <ul className="card rows">
      {entities.slice(0, maxUsed).map(({ type, name, note }) => (
        <li key={`${type}/${name}`} className="row-item">
          <span className="row-main">
            <UsedLink type={type} name={name} />
          </span>
          <span className="row-side">{note === undefined ? type : `${type}, ${note}`}</span>
        </li>
      ))}
      {entities.length > maxUsed ? (
        <li className="row-item">{texts.bulk.more(entities.length - maxUsed)}</li>
      ) : null}
    </ul>
  );
}

/** The name of an entity, as a link where the console has a page for its type. */
function UsedLink({ type, name }: Used): ReactElement {
  switch (type) {
    case 'flow':
      return (
        <Link to="/flows/$flow" params={{ flow: name }} className="item-link row-link">
          {name}
        </Link>
      );
    case 'connection':
      return (
        <Link to="/connections/$connection" params={{ connection: name }} className="item-link row-link">
          {name}
        </Link>
      );
    case 'secret':
      return (
        <Link to="/secrets" search={{ q: name }} className="item-link row-link">
          {name}
        </Link>
      );
    default:
      return <span className="row-title">{name}</span>;
  }
}
