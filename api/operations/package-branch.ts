import { Problem } from '../../controller/problems/index.js';
import { freshSnapshot } from './entities.js';
import { branchField, wholeBranch } from './fields.js';
import type { Operation } from './operation.js';

interface PackageInput {
  branch: string;
  allowInvalid?: boolean;
}

/** More would help nobody; `validate-files` lists them all. */
const SHOWN_ERRORS = 100;

export const packageBranch: Operation<PackageInput> = {
  name: 'package-branch',
  title: 'Package a branch',
  description:
    'A `.tar.gz` of the files of the branch as they are in service: entities, and the texts they name, each under its path, then `manifest.json` ' +
    'with the revision and the SHA-256 of every file. The same files make the same bytes. A branch with invalid entities is refused.',
  hints: { readOnly: true, destructive: false, idempotent: true },
  permission: 'viewer',
  target: wholeBranch,
  input: {
    properties: {
      branch: branchField,
      allowInvalid: {
        type: 'boolean',
        default: false,
        description: 'Package the files even when some of them are invalid.',
      },
    },
    required: ['branch'],
  },
  output: { type: 'string', format: 'binary', description: 'The archive.' },
  async run(context, { branch: segment, allowInvalid }) {
    const { branch, revision, findings } = await freshSnapshot(context, segment);
    const errors = findings.filter((finding) => finding.severity === 'error');
    if (errors.length > 0 && !allowInvalid) {
      throw new Problem('entity_invalid', `The branch \`${branch}\` has invalid entities`, {
        errors: errors.slice(0, SHOWN_ERRORS),
        hints: ['Mend what `errors[]` names, or package it as it is with `{"allowInvalid": true}`.'],
      });
    }
    const name = `${branch.replaceAll(/[^\w.-]+/g, '-')}-${revision.slice(0, 12)}.tar.gz`;
    return {
      download: { name, type: 'application/gzip', content: context.controller.package(branch, revision) },
    };
  },
};
