import { CompiledQuery } from 'kysely'
import { writeEach, type Write, type Writer } from './database.ts'

/** One caller's share of a group: the name of a write, and its input. */
export interface Unit {
  write: string
  input: unknown
}

export type Outcome = { ok: true; output: unknown } | { ok: false; error: unknown }

// The registry holds writes of many shapes; each unit was typed where it was handed in.
export type AnyWrite = Write<never, unknown>

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
 * Applies a group of units inside the transaction that `writer` is in. Neighbours of one name
 * share their statements; where those fail, each is tried alone, so that a bad unit takes no
 * other down.
 */
export async function applyUnits(
  writer: Writer,
  units: readonly Unit[],
  findWrite: (name: string) => AnyWrite,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const run of neighboursOfOneName(units)) {
    outcomes.push(...(await applyRun(writer, findWrite(run[0].write), run)))
  }
  return outcomes
}

type Run = [Unit, ...Unit[]]

function neighboursOfOneName(units: readonly Unit[]): Run[] {
  const runs: Run[] = []
  for (const unit of units) {
    const last = runs.at(-1)
    if (last?.[0].write === unit.write) last.push(unit)
    else runs.push([unit])
  }
  return runs
}

async function applyRun(writer: Writer, write: AnyWrite, run: readonly Unit[]): Promise<Outcome[]> {
  await execute(writer, 'savepoint unit')
  try {
    const outputs = await write.apply(writer, run.map((unit) => unit.input) as never[])
    await execute(writer, 'release savepoint unit')
    return outputs.map((output) => ({ ok: true, output }))
  } catch (error) {
    await execute(writer, 'rollback to savepoint unit')
    await execute(writer, 'release savepoint unit')
    if (run.length === 1) return [{ ok: false, error }]
  }
  const outcomes: Outcome[] = []
  for (const unit of run) outcomes.push(...(await applyRun(writer, write, [unit])))
  return outcomes
}

async function execute(writer: Writer, sql: string): Promise<void> {
  await writer.executeQuery(CompiledQuery.raw(sql))
}
