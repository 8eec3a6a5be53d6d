import { CompiledQuery } from 'kysely'
import { writeEach, type Write, type Writer } from './database.ts'
import { StorageUnavailableError, WriterLostError } from './storage-failures.ts'

/** One caller's share of a group: the name of a write, and its input. */
export interface QueuedWrite {
  write: string
  input: unknown
}

export type WriteResult = { ok: true; output: unknown } | { ok: false; error: unknown }

// The registry holds writes of many shapes; each unit was typed where it was handed in.
export type AnyWrite = Write<never, unknown>

export type FindWrite = (name: string) => AnyWrite

/** A library's own statement, as a unit of work. */
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
 * Commits a group of units in one transaction. Neighbours of one name share their
 * statements. Where a unit fails, the group is done again with each unit alone in a savepoint, so
 * that a bad unit takes no other down. Where the database itself fails, all fail at once: it would
 * fail again, and of a commit that broke off it may not be known whether it was made. Throws a
 * WriterLostError only.
 */
export async function commitBatch(
  units: readonly QueuedWrite[],
  findWrite: FindWrite,
  inTransaction: <Result>(work: (writer: Writer) => Promise<Result>) => Promise<Result>,
): Promise<WriteResult[]> {
  try {
    return await inTransaction((writer) => applyTogether(writer, units, findWrite))
  } catch (error) {
    const isHopeless = units.length === 1 || isOfDatabase(error)
    if (isHopeless && !isContended(error)) return failAll(units, error)
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
  const outcomes: WriteResult[] = []
  for (const run of neighboursOfOneName(units)) {
    const inputs = run.map((unit) => unit.input) as never[]
    const outputs = await findWrite(run[0].write).apply(writer, inputs)
    outcomes.push(...outputs.map((output) => ({ ok: true as const, output })))
  }
  return outcomes
}

type Run = [QueuedWrite, ...QueuedWrite[]]

function neighboursOfOneName(units: readonly QueuedWrite[]): Run[] {
  const runs: Run[] = []
  for (const unit of units) {
    const last = runs.at(-1)
    if (last?.[0].write === unit.write) last.push(unit)
    else runs.push([unit])
  }
  return runs
}

async function applyOneByOne(
  writer: Writer,
  units: readonly QueuedWrite[],
  findWrite: FindWrite,
): Promise<WriteResult[]> {
  const outcomes: WriteResult[] = []
  for (const unit of units) {
    outcomes.push(await applyAlone(writer, findWrite(unit.write), unit))
  }
  return outcomes
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
    // The database has ended the whole transaction then, and the savepoint with it.
    if (isOfDatabase(error)) throw error
    await execute(writer, 'rollback to savepoint unit')
    await execute(writer, 'release savepoint unit')
    return { ok: false, error }
  }
}

async function execute(writer: Writer, sql: string): Promise<void> {
  await writer.executeQuery(CompiledQuery.raw(sql))
}
