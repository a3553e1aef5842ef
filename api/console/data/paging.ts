/** The part of an infinite query that walks the pages of a list of the API. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};
