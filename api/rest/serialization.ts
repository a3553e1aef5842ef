import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

/** Writes each answer by its route's schema; a serializer is compiled with the first answer that needs it. */
export function useSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    let serialize: ((value: unknown) => string) | undefined;
    return (value: unknown) => {
      serialize ??= fastJsonStringify(schema as Schema);
      return serialize(value);
    };
  });
}
