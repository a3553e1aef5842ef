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

/**
 * The answer for a production branch that the repository has no more, while it has others. Which branch is production
 * is settled at the start.
 *
 * @param head the branch that HEAD names
 */
export function productionGone(name: string, known: Iterable<string>, head: string | undefined): Problem {
  const others = [...known].filter(isAddressable).sort();
  const heir = others.find((other) => other === head) ?? nearest(name, others) ?? others[0];
  const instead =
    heir === undefined
      ? ''
      : `, or restart svc with \`Git.Branch: ${heir}\`, if that is to be production now`;
  const hints = [
    `Push \`${name}\` again${instead}.`,
    'List the branches with `GET /api/v1/platform/branches`.',
  ];
  return new Problem('branch_not_found', `The production branch \`${name}\` is gone from the repository.`, {
    hints,
  });
}
