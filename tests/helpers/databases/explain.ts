import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { Database, Reader } from '#server/infra/database/database.ts'

type Dialect = Database['dialect']

const EXPLAIN = { sqlite: 'explain query plan', postgres: 'explain' }

/** Returns the database's plans of the queries that `read` sends, step by step; SQLite's by default. */
export async function explainQueries(
  reader: Reader,
  read: (reader: Reader) => Promise<unknown>,
  dialect: Dialect = 'sqlite',
): Promise<string[]> {
  const queries: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      queries.push(reader.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const recording = reader.withPlugin(recorder)
  // A query that is composed once is sent past the plugins.
  recording.executeQuery = (query) => {
    if ('sql' in query) queries.push(query)
    return reader.executeQuery(query)
  }
  await read(recording)
  const steps: string[] = []
  for (const { sql, parameters } of queries.filter(isComplete)) {
    const plan = await reader.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(
      CompiledQuery.raw(`${EXPLAIN[dialect]} ${sql}`, [...parameters]),
    )
    steps.push(...plan.rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''))
  }
  return steps
}

/** Returns whether a query has values, not the placeholders by which its text is composed. */
function isComplete({ parameters }: CompiledQuery): boolean {
  return parameters.every(
    (value) => value === null || typeof value !== 'object' || Array.isArray(value),
  )
}
