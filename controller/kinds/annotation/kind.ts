import { objectOr } from '../../../schemas/json/values.js';
import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { unknownType } from '../compile/unknown-type.js';

/** @param types returns the names of all kinds: an annotation may be about an entity of any kind */
export function annotation(types: () => readonly string[]): KindDefinition {
  return {
    kind: 'annotation',
    plural: 'annotations',
    validate: validateBySchema('annotation'),
    references: [{ pointer: '/target/name', kind: { beside: 'type' } }],
    compile: (definition) => {
      const { type } = objectOr(definition['target']);
      return { findings: unknownType(type, types(), '/target/type', 'error') };
    },
  };
}
