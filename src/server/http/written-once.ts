const written = new WeakMap<object, Buffer>()

/** Returns a value as JSON, in the bytes that are sent; each value is written once. */
export function serializeOnce(value: object): Buffer {
  const known = written.get(value)
  if (known !== undefined) return known
  const json = Buffer.from(JSON.stringify(value))
  written.set(value, json)
  return json
}

/** Has a route write each value once, of those that it sends to many; they must match its schema. */
export const WRITTEN_ONCE = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify takes bytes, too
  serializerCompiler: () => serializeOnce as unknown as () => string,
}
