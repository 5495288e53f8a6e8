import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyServerOptions } from "fastify";

const compilerOf = SerializerSelector();

/** Characters. */
const long = 16 * 1024;

/**
 * A long answer as its bytes: Node would copy a text of that length with the headers before it, and ask the system for room for three bytes a
 * character. Fastify sends both alike, though its types know texts alone.
 */
export function inBytes(serialize: (data: unknown) => string): (data: unknown) => string {
  return (data) => {
    const text = serialize(data);
    return text.length < long ? text : (Buffer.from(text) as unknown as string);
  };
}

/** Compiles the serializer of a response when it is first sent: those of all operations take an eighth of a start. */
export const lateSerializers: NonNullable<FastifyServerOptions["schemaController"]> = {
  compilersFactory: {
    buildSerializer: (schemas, options) => {
      const compile = compilerOf(schemas, options);
      return (route) => {
        let serialize: ReturnType<typeof compile> | undefined;
        return inBytes((data) => (serialize ??= compile(route))(data));
      };
    },
  },
};
