import { Draft, LayeredMap } from './layered-map.js';

/** Changes to a map of sets while they are gathered; costs by what is changed. */
export class RelationDraft {
  private readonly drafts = new Map<string, Draft<true>>();

  constructor(private readonly before: LayeredMap<LayeredMap<true>>) {}

  of(key: string): Iterable<string> {
    return (this.drafts.get(key) ?? this.before.get(key))?.keys() ?? [];
  }

  add(key: string, member: string): void {
    this.draft(key).set(member, true);
  }

  delete(key: string, member: string): void {
    this.draft(key).set(member, undefined);
  }

  /** The changed keys with their members now; undefined for those that have none. */
  finished(): Map<string, LayeredMap<true> | undefined> {
    const changes = new Map<string, LayeredMap<true> | undefined>();
    for (const [key, draft] of this.drafts) {
      const members = draft.finish();
      changes.set(key, members.size === 0 ? undefined : members);
    }
    return changes;
  }

  private draft(key: string): Draft<true> {
    let draft = this.drafts.get(key);
    if (!draft) {
      draft = new Draft(this.before.get(key) ?? LayeredMap.empty<true>());
      this.drafts.set(key, draft);
    }
    return draft;
  }
}
