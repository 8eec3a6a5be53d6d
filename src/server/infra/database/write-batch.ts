import { CompiledQuery } from 'kysely'
import { writeEach, type Write, type Writer } from './database.ts'
import { StorageUnavailableError, WriterLostError } from './storage-failures.ts'

/** One caller's unit of a group: the name of a write, and its input. */
export interface QueuedWrite {
  write: string
  input: unknown
}

export type WriteResult = { ok: true; output: unknown } | { ok: false; error: unknown }

// The registry holds writes of many types; each unit was type-checked where it was queued.
export type AnyWrite = Write<never, unknown>

export type FindWrite = (name: string) => AnyWrite

/** Executes a statement of a library as a unit of work. */
export const rawStatement = writeEach(
  'database.statement',
  async (writer, { sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
    const { rows, numAffectedRows } = await writer.executeQuery(
      CompiledQuery.raw(sql, [...parameters]),
    )
    return { rows, numAffectedRows }
  },
)

/**
 * Commits a group of units in one transaction. Units of the same write share their statements. If a
 * unit fails, the group is done again with each unit in its own savepoint, so that the others
 * succeed. If the database itself fails, all units fail at once: it would fail again, and it may be
 * unknown whether a broken commit was made. Throws only a WriterLostError.
 */
export async function commitBatch(
  units: readonly QueuedWrite[],
  findWrite: FindWrite,
  inTransaction: <Result>(work: (writer: Writer) => Promise<Result>) => Promise<Result>,
): Promise<WriteResult[]> {
  try {
    return await inTransaction((writer) => applyTogether(writer, units, findWrite))
  } catch (error) {
    const isFinal = units.length === 1 || isOfDatabase(error)
    if (isFinal && !isContended(error)) return failAll(units, error)
  }
  try {
    return await inTransaction((writer) => applyOneByOne(writer, units, findWrite))
  } catch (error) {
    return failAll(units, error)
  }
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof StorageUnavailableError || error instanceof WriterLostError
}

function isContended(error: unknown): boolean {
  return error instanceof StorageUnavailableError && error.kind === 'contended'
}

function failAll(units: readonly QueuedWrite[], error: unknown): WriteResult[] {
  if (error instanceof WriterLostError) throw error
  return units.map(() => ({ ok: false, error }))
}

async function applyTogether(
  writer: Writer,
  units: readonly QueuedWrite[],
  findWrite: FindWrite,
): Promise<WriteResult[]> {
  const outputs = new Map<QueuedWrite, unknown>()
  for (const [write, some] of groupByWrite(units)) {
    const inputs = some.map(({ input }) => input) as never[]
    const answers = await findWrite(write).apply(writer, inputs)
    for (const [index, unit] of some.entries()) outputs.set(unit, answers[index])
  }
  return units.map((unit) => ({ ok: true, output: outputs.get(unit) }))
}

/** Groups units by their write, in the same order on all nodes, which lock rows in that order. */
function groupByWrite(units: readonly QueuedWrite[]): [string, QueuedWrite[]][] {
  const groups = [...Map.groupBy(units, ({ write }) => write)]
  return groups.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

async function applyOneByOne(
  writer: Writer,
  units: readonly QueuedWrite[],
  findWrite: FindWrite,
): Promise<WriteResult[]> {
  const results: WriteResult[] = []
  for (const unit of units) {
    results.push(await applyAlone(writer, findWrite(unit.write), unit))
  }
  return results
}

async function applyAlone(
  writer: Writer,
  write: AnyWrite,
  { input }: QueuedWrite,
): Promise<WriteResult> {
  await execute(writer, 'savepoint unit')
  try {
    const [output] = await write.apply(writer, [input] as never[])
    await execute(writer, 'release savepoint unit')
    return { ok: true, output }
  } catch (error) {
    // The database has rolled back the whole transaction, and the savepoint with it.
    if (isOfDatabase(error)) throw error
    await execute(writer, 'rollback to savepoint unit')
    await execute(writer, 'release savepoint unit')
    return { ok: false, error }
  }
}

async function execute(writer: Writer, sql: string): Promise<void> {
  await writer.executeQuery(CompiledQuery.raw(sql))
}
