import { nearest, Problem } from '../problems/index.js';
import { isBranchName } from '../repository/index.js';

/** Stands for production where Git is off. */
export const LIVE = 'live';
/** Stands for the overlay on top of production. */
export const LOCAL = 'local';

/** Whether a Git branch of this name can be addressed: `platform`, `local` and `live` have meanings of their own. */
export function isAddressable(name: string): boolean {
  return isBranchName(name) && name !== LIVE && name !== LOCAL && !/^platform(?:$|[-/.])/.test(name);
}

/** The answer for a branch that is not there, with the name that was probably meant. */
export function branchNotFound(name: string, known: Iterable<string>, production: string): Problem {
  const meant = nearest(name, [...known].filter(isAddressable));
  const hints = [
    ...(meant === undefined ? [] : [`Did you mean \`${meant}\`?`]),
    ...(meant === production ? [] : [`The production branch is \`${production}\`.`]),
    'List the branches with `GET /api/v1/platform/branches`.',
  ];
  return new Problem('branch_not_found', `There is no branch \`${name}\`.`, { hints });
}

export interface GoneBranch {
  name: string;
  /** The branches there are. */
  known: Iterable<string>;
  /** The branch that HEAD names. */
  head: string | undefined;
  /** Whether it is production because `Git.Branch` says so, and not because HEAD named it. */
  isNamed: boolean;
}

/**
 * The answer for a production branch that the repository has no more, while it has others. Which branch is production
 * is settled at the start.
 */
export function productionGone({ name, known, head, isNamed }: GoneBranch): Problem {
  const others = [...known].filter(isAddressable).sort();
  const isHeadThere = head !== undefined && others.includes(head);
  const heir = isHeadThere ? head : (nearest(name, others) ?? others[0]);
  const detail = `The production branch \`${name}\` is gone from the repository.`;
  return new Problem('branch_not_found', detail, {
    hints: [
      `Push \`${name}\` again${instead(heir, isHeadThere && !isNamed)}.`,
      'List the branches with `GET /api/v1/platform/branches`.',
    ],
  });
}

function instead(heir: string | undefined, isFollowed: boolean): string {
  if (heir === undefined) return '';
  return isFollowed
    ? `, or restart svc: it follows the default branch, which is \`${heir}\` now`
    : `, or set \`Git.Branch: ${heir}\` and restart svc, if that is to be production now`;
}
