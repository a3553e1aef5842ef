import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sendRequest } from '../data/client.js';
import type { EntityAddress } from '../data/versions.js';
import { ProblemNote } from './problem-note.js';
import { TextView } from './value-view.js';
import './rows.css';

/** The file of an entity of a branch, byte for byte. */
export function EntityFile({ address, title }: { address: EntityAddress; title: string }): ReactElement {
  const { branch, type, name } = address;
  const query = useQuery({
    queryKey: ['entity-file', branch, type, name],
    queryFn: async ({ signal }) => {
      const [from, of, named] = [branch, type, name].map(encodeURIComponent);
      const path = `/api/v1/${from}/entities/platform/${of}/${named}`;
      const answer = await sendRequest(path, { headers: { accept: 'application/yaml' }, signal });
      return answer.text();
    },
  });
  if (query.isError) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <span className="skeleton rows-waiting" />;
  return <TextView title={title} text={query.data} file={`${name}.yaml`} heading="h2" />;
}
