import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyServerOptions } from "fastify";

const compilerOf = SerializerSelector();

/** Compiles the serializer of a response when it is first sent: those of all operations take an eighth of a start. */
export const lateSerializers: NonNullable<FastifyServerOptions["schemaController"]> = {
  compilersFactory: {
    buildSerializer: (schemas, options) => {
      const compile = compilerOf(schemas, options);
      return (route) => {
        let serialize: ReturnType<typeof compile> | undefined;
        return (data) => (serialize ??= compile(route))(data);
      };
    },
  },
};
