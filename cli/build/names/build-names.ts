import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PublishedNames, publishedNamesFile } from '../../../schemas/published-names.js';

interface NameRule {
  variable: string;
  form: RegExp;
  example: string;
}

const packageForm = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const addressForm = /^https:\/\/[\w.:-]+(?:\/[\w.~%+-]+)*\/?$/;

/** The variables of `npm run build`, and the forms of their values, which stand in YAML, shells and Markdown. */
export const nameRules: Readonly<Record<keyof PublishedNames, NameRule>> = {
  package: { variable: 'SVC_BUILD_PACKAGE', form: packageForm, example: '@example/svc' },
  validatePackage: {
    variable: 'SVC_BUILD_VALIDATE_PACKAGE',
    form: packageForm,
    example: '@example/validate',
  },
  repository: {
    variable: 'SVC_BUILD_REPOSITORY',
    form: addressForm,
    example: 'https://git.example.com/ops/svc.git',
  },
  action: { variable: 'SVC_BUILD_ACTION', form: /^[\w.-]+\/[\w.-]+$/, example: 'example/svc' },
  image: {
    variable: 'SVC_BUILD_IMAGE',
    form: /^[a-z0-9.-]+(?::\d+)?(?:\/[a-z0-9._-]+)+$/,
    example: 'registry.example.com/ops/svc',
  },
  releases: {
    variable: 'SVC_BUILD_RELEASES',
    form: addressForm,
    example: 'https://releases.example.com/svc/',
  },
};

/** Returns the names that the variables of a build set. @throws an error for a value of another form */
export function readPublishedNames(env: NodeJS.ProcessEnv): PublishedNames {
  const names = Object.entries(nameRules).flatMap(([name, { variable, form, example }]) => {
    const value = env[variable];
    if (value === undefined || value === '') return [];
    if (!form.test(value)) throw new Error(`${variable} is \`${value}\`: write it like \`${example}\``);
    return [[name, name === 'releases' && !value.endsWith('/') ? `${value}/` : value]];
  });
  return Object.fromEntries(names) as PublishedNames;
}

/** Returns the names that the last build has. @param root the folder of the project */
export function builtNames(root: string): PublishedNames {
  const file = join(root, 'dist', publishedNamesFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PublishedNames) : {};
}
