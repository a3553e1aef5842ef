/** What has deliberately no command, with the REST call to use. */
const calls: Readonly<Record<string, string>> = {
  secrets: `POST /api/v1/platform/entities/platform/secret with {"path": …, "value": {…}}`,
  backups: 'POST /api/v1/platform/entities/platform/backup with {"categories": […]}',
  restore: 'POST /api/v1/platform/backups/{backup_id}/restore',
  revert: 'POST /api/v1/{branch}/versions/{type}/{name}/revert with {"commitHash": …}',
};
const synonyms: Readonly<Record<string, string>> = {
  secret: 'secrets',
  backup: 'backups',
  rollback: 'revert',
};

/** The REST call for a verb that is not a command, or undefined. */
export function restCallFor(verb: string): string | undefined {
  const name = Object.hasOwn(synonyms, verb) ? synonyms[verb] : verb;
  return name !== undefined && Object.hasOwn(calls, name) ? calls[name] : undefined;
}
