import { CompiledQuery, PostgresAdapter, type Compilable } from 'kysely'
import type { Reader } from './database.ts'

/** The most texts to keep of a query: as many keys as there are requests of one turn. */
const TEXTS_KEPT = 500

/** Stands for the key of this index while a query is composed. */
class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

interface Composed {
  sql: string
  /** The parameters, some of which are placeholders. */
  parameters: readonly unknown[]
}

/**
 * Creates a query by a list of keys. Its text is composed once for each database and number of
 * keys, because Kysely takes longer to compose it than an embedded database to answer it. So
 * nothing but the keys may differ between two calls; `compose` must use them as values alone.
 */
export function queryByKeys<Key, Row>(
  compose: (reader: Reader, keys: readonly Key[]) => Compilable<Row>,
): (reader: Reader, keys: readonly Key[]) => Promise<Row[]> {
  const known = new Map<string, Composed>()
  return async (reader, keys) => {
    const isPostgres = reader.getExecutor().adapter instanceof PostgresAdapter
    const name = `${keys.length} ${isPostgres}`
    let composed = known.get(name)
    if (composed === undefined) {
      const placeholders = keys.map((_key, index) => new Placeholder(index))
      // Composed, but never executed with these.
      composed = compose(reader, placeholders as unknown as readonly Key[]).compile()
      if (known.size < TEXTS_KEPT) known.set(name, composed)
    }
    const fillIn = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(fillIn)
      return value instanceof Placeholder ? keys[value.index] : value
    }
    const parameters = composed.parameters.map(fillIn)
    const query = CompiledQuery.raw(composed.sql, parameters)
    return (await reader.executeQuery<Row>(query)).rows
  }
}
