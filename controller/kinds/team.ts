import type { Json } from '../../schemas/index.js';
import { isObject } from '../../schemas/rule.js';
import { type KindDefinition, validateBySchema } from '../catalog/index.js';
import { unknownType } from './unknown-type.js';

/** Types of entities that live in the installation, not in a branch. */
const ofPlatform = ['user', 'api-key', 'secret', 'backup', 'branch', 'share', 'run', 'config-section'];

/**
 * Members are users: they live in the installation's database, and are no references.
 * @param types the kinds there are; connectors may bring more, so that another one is only a warning
 */
export function team(types: () => readonly string[]): KindDefinition {
  return {
    kind: 'team',
    plural: 'teams',
    validate: validateBySchema('team'),
    references: [],
    compile: (definition) => {
      const known = [...types(), ...ofPlatform];
      const findings = list(definition['grants']).flatMap((grant, index) =>
        list(isObject(grant) ? grant['types'] : undefined).flatMap((type, at) =>
          unknownType(type, known, `/grants/${index}/types/${at}`, 'warning'),
        ),
      );
      return { findings };
    },
  };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
