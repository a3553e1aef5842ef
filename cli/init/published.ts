/** The names under which svc is published. */
export const published = {
  /** The npm package with `svc validate` alone. */
  validatePackage: '@svc-run/validate',
  /** The repository with `action.yml`, for workflows of GitHub. */
  action: 'svc-run/svc',
} as const;
