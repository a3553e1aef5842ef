/** The branches themselves: what svc reads, and where a `git push` into the bare repository goes. */
export const HEADS = 'refs/heads/';
/** The remote's branches as the last fetch brought them; isomorphic-git writes to the remote named `incoming`. */
export const INCOMING_REMOTE = 'incoming';
export const INCOMING = `refs/remotes/${INCOMING_REMOTE}/`;
/** The remote's branches as our own were last brought in line with them. */
export const MIRRORED = 'refs/remotes/mirrored/';
/** Commits that only our branch had when the remote's took its place, named by their id, so that nothing is lost. */
export const DISPLACED = 'refs/displaced/';
/** Commits that had to leave their branch and that nobody has been told of yet: `<id>/<branch>`. */
export const STRAYS = 'refs/strays/';
/** The commit each branch has in service while its tip is another that is held back, or the branch is gone. */
export const APPLIED = 'refs/applied/';
