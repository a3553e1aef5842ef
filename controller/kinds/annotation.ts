import type { JsonObject } from '../../schemas/index.js';
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
      const { type } = definition['target'] as JsonObject;
      return { findings: unknownType(type, types(), '/target/type', 'error') };
    },
  };
}
