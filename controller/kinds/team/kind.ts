import type { Json } from '../../../schemas/index.js';
import { objectOr } from '../../../schemas/json/values.js';
import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { unknownType } from '../compile/unknown-type.js';

/** The types of entities that live in the installation, not in a branch. */
const platformTypes = [
  'user',
  'api-key',
  'secret',
  'backup',
  'branch',
  'share',
  'run',
  'config-section',
  'human-task',
];

/**
 * Members are users of the installation's database, so they are not references to entities.
 * @param types returns the names of all kinds; connectors may add types, so an unknown type is only a warning
 */
export function team(types: () => readonly string[]): KindDefinition {
  return {
    kind: 'team',
    plural: 'teams',
    validate: validateBySchema('team'),
    references: [],
    compile: (definition) => {
      const allTypes = [...types(), ...platformTypes];
      const findings = list(definition['grants']).flatMap((grant, index) =>
        list(objectOr(grant)['types']).flatMap((type, at) =>
          unknownType(type, allTypes, `/grants/${index}/types/${at}`, 'warning'),
        ),
      );
      return { findings };
    },
  };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
