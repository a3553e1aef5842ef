import type { ProblemKinds } from './kind.js';

/** Problems with releases of svc: fetching, updating and rolling back an installation. */
export const releases = {
  release_address_invalid: {
    status: 400,
    title: 'The address of the releases cannot be used',
    hint: 'Give an `https:` address, or `file:` with the folder of a mirror. `http:` is for this machine only.',
  },
  release_address_missing: {
    status: 400,
    title: 'This build of svc names no place for releases',
    hint: 'Name one with `--url <address>` or SVC_RELEASE_URL.',
  },
  release_altered: {
    status: 502,
    title: 'A file of the release repository is not what its publisher signed',
    hint: 'Do not use this mirror. Fetch from the address of the publisher, and inform the owner of the mirror.',
  },
  release_archive_unsafe: {
    status: 502,
    title: 'The archive has an entry that svc does not unpack',
    hint: 'Inform the publisher: the archive was signed with this entry.',
  },
  release_broken: {
    status: 502,
    title: 'The program of the release does not start',
    hint: 'Check that the release is for this platform and that the folder allows programs (no `noexec`).',
  },
  release_busy: {
    status: 409,
    title: 'Another command changes this installation',
    hint: 'Wait until it has ended, and enter the command again.',
  },
  release_configuration_refused: {
    status: 422,
    title: 'The new version refuses the present configuration',
    hint: 'Correct the files that the findings name, and update again. The service runs on as before.',
  },
  release_folder_unusable: {
    status: 403,
    title: 'The folder of the installation cannot be read or written',
    hint: 'Enter the command as the owner of the folder, such as with `sudo`, or name another folder with `--dir`.',
  },
  release_incomplete: {
    status: 502,
    title: 'A file is missing in the release repository',
    hint: 'Copy the whole folder of the publisher again if this is a mirror, and check the address.',
  },
  release_inconsistent: {
    status: 502,
    title: 'The release repository mixes files of several publications',
    hint: 'Copy the whole folder of the publisher again if this is a mirror. If it stays so, do not use it.',
  },
  release_metadata_expired: {
    status: 502,
    title: 'The release repository has not been renewed in time',
    hint: 'Fetch from the publisher, or copy the mirror again. `--accept-expired <date>` is for `file:` only.',
  },
  release_not_found: {
    status: 404,
    title: 'There is no such release for this platform',
    hint: 'Leave out `--version` for the newest release.',
  },
  release_not_installed: {
    status: 404,
    title: 'The folder holds no installation',
    hint: 'Name the folder of the installation with `--dir`, or make one with `svc app fetch --dir <folder>`.',
  },
  release_not_started: {
    status: 500,
    title: 'The new version did not become ready',
    hint: 'Read the log of the service for its reason. The former version is in service again.',
  },
  release_not_supported: {
    status: 409,
    title: 'The release cannot follow the present version',
    hint: 'Update to the version that the message names first, then to this one.',
  },
  release_oversized: {
    status: 502,
    title: 'The release repository sends more data than its metadata allows',
    hint: 'Do not use this mirror. Fetch from the address of the publisher.',
  },
  release_redirect_refused: {
    status: 502,
    title: 'The release repository redirects to an address that is not safe',
    hint: 'Use an address whose redirects all lead to `https:`.',
  },
  release_rollback_refused: {
    status: 409,
    title: 'The database is newer than the release',
    hint: 'With `--restore-database` the rollback puts the copy from before the update in its place. What happened since is lost.',
  },
  release_rolled_back: {
    status: 502,
    title: 'The release repository offers older files than before',
    hint: 'Fetch from the publisher, or copy the mirror again: it is behind what this installation has seen.',
  },
  release_root_missing: {
    status: 500,
    title: 'This copy of svc has no root of trust for releases',
    hint: 'Install svc from a release; a build from the sources cannot verify releases.',
  },
  release_service_running: {
    status: 409,
    title: 'A service runs from this installation, and svc cannot restart it',
    hint: 'Stop the service, enter the command again, and start the service.',
  },
  release_signature_invalid: {
    status: 502,
    title: 'The release repository is not signed by the keys that this installation trusts',
    hint: 'Do not use this mirror. Check the address, and fetch from the publisher.',
  },
  release_space_missing: {
    status: 507,
    title: 'The disk has not enough free space for the release',
    hint: 'Free the space that the message names, or choose another folder with `--dir`.',
  },
  release_unreachable: {
    status: 503,
    title: 'The release repository cannot be reached',
    retry: 'backoff',
    hint: 'Check the address and the proxy (HTTPS_PROXY, NO_PROXY), and try again. A partial download is resumed.',
  },
  release_update_older: {
    status: 409,
    title: 'An update does not go to an older version',
    hint: 'Use `svc app rollback` to return to the version before.',
  },
} as const satisfies ProblemKinds;
