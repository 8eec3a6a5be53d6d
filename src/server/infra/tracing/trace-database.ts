import {
  AliasNode,
  SelectQueryNode,
  TableNode,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
} from 'kysely'
import type { Database } from '../database/database.ts'
import type { Span } from '../work-context.ts'
import { currentSpan } from '../work-context.ts'
import { inInnerSpan, startSpan } from './spans.ts'

/** Wraps a database so that its reads and writes are steps of the traces that they are a part of. */
export function traceDatabase(database: Database): Database {
  const system = database.dialect === 'sqlite' ? 'sqlite' : 'postgresql'
  const attributes = { 'db.system.name': system }
  return {
    ...database,
    reader: database.reader.withPlugin(createReadTracer(attributes)),
    write: (write, input) =>
      inInnerSpan(`db.write ${write.name}`, { kind: 'client', attributes }, () =>
        database.write(write, input),
      ),
  }
}

/** A read that fails leaves no step: the steps around it say that they failed. */
function createReadTracer(attributes: Record<string, string>): KyselyPlugin {
  const spans = new WeakMap<QueryId, Span>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (currentSpan() === undefined) return node
      const span = startSpan(`db.read ${nameOf(node)}`, { kind: 'client', attributes })
      if (span !== undefined) spans.set(queryId, span)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      spans.get(queryId)?.end()
      return result
    },
  }
}

/** Returns the name of the first table that a query reads. */
function nameOf(node: RootOperationNode): string {
  if (!SelectQueryNode.is(node)) return 'sql'
  const [from] = node.from?.froms ?? []
  if (from === undefined) return 'sql'
  const table = AliasNode.is(from) ? from.node : from
  return TableNode.is(table) ? table.table.identifier.name : 'sql'
}
