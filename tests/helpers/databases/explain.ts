import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'

/** Returns SQLite's query plans of the queries that `read` sends, step by step. */
export async function explainQueries(
  reader: Reader,
  read: (reader: Reader) => Promise<unknown>,
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
    const plan = await reader.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    steps.push(...plan.rows.map(({ detail }) => detail))
  }
  return steps
}

/** Returns whether a query has values, not the placeholders by which its text is composed. */
function isComplete({ parameters }: CompiledQuery): boolean {
  return parameters.every((value) => value === null || typeof value !== 'object')
}
