/** The lists of the page; those without the right of an administrator have the last three. */
export const peopleViews = ['users', 'keys', 'shares', 'grants', 'teams'] as const;
type PeopleView = (typeof peopleViews)[number];

export function readPeopleView({ view }: Record<string, string | undefined>): { view?: PeopleView } {
  const list = peopleViews.find((each) => each === view);
  return list === undefined ? {} : { view: list };
}
