import { isObject } from '../../schemas/rule.js';
import { type KindDefinition, validateBySchema } from '../catalog/index.js';
import { unknownType } from './unknown-type.js';

/** @param types the kinds there are: an annotation may be about any of them */
export function annotation(types: () => readonly string[]): KindDefinition {
  return {
    kind: 'annotation',
    plural: 'annotations',
    validate: validateBySchema('annotation'),
    references: [{ pointer: '/target/name', kind: { beside: 'type' } }],
    compile: (definition) => {
      const { target } = definition;
      const type = isObject(target) ? target['type'] : undefined;
      return { findings: unknownType(type, types(), '/target/type', 'error') };
    },
  };
}
