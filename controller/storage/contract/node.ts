/** A leader serves all requests. A member executes runs that need nothing else, and passes on all other requests. */
export type Role = 'leader' | 'member';

/** A process that uses the database, as its row says. */
export interface NodeRecord {
  id: string;
  role: Role;
  version: string;
  /** The address at which other nodes reach it; undefined before it listens. */
  url: string | undefined;
  /** SHA-256 of its certificate, in the form of `X509Certificate.fingerprint256`; undefined without TLS. */
  fingerprint: string | undefined;
  /** Until its lease ends, unless it renews it; below zero for a node that has ended. */
  seconds: number;
}

/** This process among those that share the database. */
export interface ClusterNode {
  readonly id: string;
  readonly role: Role;
  /** All nodes that were seen in the last day, the leader first. */
  list(): Promise<NodeRecord[]>;
  /** Notes the address of this node. */
  announce(url: string, fingerprint: string | undefined): Promise<void>;
  /**
   * For the leader: makes sure that a node whose lease has ended writes nothing any more. Returns false, and does nothing,
   * while its lease is valid.
   */
  fence(id: string): Promise<boolean>;
  /** Numbers that rise in the transaction of each change of what a member keeps in memory. */
  versions(): Promise<Versions>;
  /** For the leader: notes whether events of runs have a reader, so that members hand them over. */
  noteReaders(hasReaders: boolean): Promise<void>;
  /** For a member: resolves when this process has become the leader in the database, and must start again as such. */
  readonly promoted: Promise<void>;
}

/** The versions of what members keep in memory. */
export interface Versions {
  /** Users, keys, shares, sessions. */
  identity: number;
  /** The revisions in service. */
  applied: number;
  /** Settings that were changed at run time. */
  settings: number;
  /** Which secrets and consents there are, which entities need. */
  needs: number;
  /** Master keys and keys of tokens: a member starts again. */
  base: number;
  /** The time of the newest event that is kept for listeners, ms since the epoch; 0 for none. */
  heardAt: number;
  /** 1 while events of runs have a reader at the leader, else 0. */
  readers: number;
}
