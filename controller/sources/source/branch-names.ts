import { nearest } from '../../../schemas/nearest.js';
import { isBranchName } from '../../git/index.js';
import { Problem } from '../../problems/index.js';

/** The name of the only branch where Git is off. */
export const LIVE = 'live';
/** The name of the overlay on top of production. */
export const LOCAL = 'local';

/** True when a Git branch of this name can be addressed; `platform…`, `local` and `live` are reserved. */
export function isAddressable(name: string): boolean {
  return isBranchName(name) && name !== LIVE && name !== LOCAL && !/^platform(?:$|[-/.])/.test(name);
}

const listBranches = { text: 'List the branches with {call}.', operation: 'list-branches' };

/** Returns the problem for a missing branch, with the name that was probably meant. */
export function branchNotFound(name: string, names: Iterable<string>, production: string): Problem {
  const meant = nearest(name, [...names].filter(isAddressable));
  const hints = [
    ...(meant === undefined ? [] : [`Did you mean \`${meant}\`?`]),
    ...(meant === production ? [] : [`The production branch is \`${production}\`.`]),
    listBranches,
  ];
  return new Problem('branch_not_found', `There is no branch \`${name}\`.`, { hints });
}

/** Returns the problem for the branch `local` without an overlay. */
export function overlayDisabled(): Problem {
  return new Problem('overlay_disabled', 'The branch `local` is the overlay, which is not enabled.');
}

export interface GoneBranch {
  name: string;
  /** The existing branches. */
  names: Iterable<string>;
  /** The branch that HEAD names. */
  head: string | undefined;
  /** True when `Git.Branch` names the production branch, false when HEAD named it. */
  isNamed: boolean;
}

/** Returns the problem for a production branch, chosen at the start only, that is gone while other branches exist. */
export function productionGone({ name, names, head, isNamed }: GoneBranch): Problem {
  const others = [...names].filter(isAddressable).sort();
  const isHeadThere = head !== undefined && others.includes(head);
  const heir = isHeadThere ? head : (nearest(name, others) ?? others[0]);
  const detail = `The production branch \`${name}\` is gone from the repository.`;
  return new Problem('branch_not_found', detail, {
    hints: [`Push \`${name}\` again${instead(heir, isHeadThere && !isNamed)}.`, listBranches],
  });
}

function instead(heir: string | undefined, isFollowed: boolean): string {
  if (heir === undefined) return '';
  return isFollowed
    ? `, or restart svc: it follows the default branch, which is \`${heir}\` now`
    : `, or set \`Git.Branch: ${heir}\` and restart svc, if that is to be production now`;
}
