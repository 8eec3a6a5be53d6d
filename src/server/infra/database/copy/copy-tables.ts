import { z } from 'zod'
import { CopyError } from './copy-error.ts'
import { markStatement, readMarks } from './copy-marks.ts'
import { OWN_TABLES, quote, type CopySide, type TableShape } from './copy-side.ts'
import { Digester, digestRows, type RowDigest } from './row-digest.ts'

/** A table that was copied now, or by an earlier run that was cut off. */
export interface CopiedTable extends RowDigest {
  name: string
  wasThere: boolean
}

export interface TablesToCopy {
  source: CopySide
  target: CopySide
  /** The tables of the PostgreSQL side, each after those that it references. */
  shapes: readonly TableShape[]
  /** Is called after each table. */
  onTable: (table: CopiedTable) => void
}

/** Copies each table that the target lacks; returns all of them as the source has them. */
export async function copyTables(options: TablesToCopy): Promise<CopiedTable[]> {
  const { source, target, onTable } = options
  const shapes = await requireSameColumns(options)
  const marks = await readMarks(target)
  const tables: CopiedTable[] = []
  for (const shape of shapes) {
    const mark = marks.get(shape.name)
    const digest =
      mark === undefined
        ? await copyTable(source, target, shape)
        : await requireUnchanged(source, shape, mark)
    const table = { name: shape.name, wasThere: mark !== undefined, ...digest }
    if (shape.identity !== undefined) await copyPosition(source, target, shape)
    onTable(table)
    tables.push(table)
  }
  return tables
}

async function requireSameColumns({ source, target, shapes }: TablesToCopy): Promise<TableShape[]> {
  const ours = await source.listColumns()
  const theirs = await target.listColumns()
  for (const [table, columns] of ours) {
    if (OWN_TABLES.includes(table)) continue
    const others = theirs.get(table) ?? []
    const odd = columns.filter((column) => !others.includes(column))
    const missing = others.filter((column) => !columns.includes(column))
    if (odd.length === 0 && missing.length === 0) continue
    throw new CopyError(
      `The table ${table} is not of this version (${[...odd, ...missing].join(', ')}): start the server once with the source, stop it, then try again.`,
    )
  }
  return shapes.filter(({ name }) => ours.has(name))
}

async function copyTable(
  source: CopySide,
  target: CopySide,
  shape: TableShape,
): Promise<RowDigest> {
  const digester = new Digester()
  let digest: RowDigest = { rows: 0, hash: '' }
  await target.fill(shape, digester.pass(source.read(shape)), () => {
    digest = digester.finish()
    return markStatement(shape.name, digest)
  })
  return digest
}

async function requireUnchanged(
  source: CopySide,
  shape: TableShape,
  mark: RowDigest,
): Promise<RowDigest> {
  const digest = await digestRows(source.read(shape))
  if (digest.hash === mark.hash) return digest
  throw new CopyError(
    `The source has changed since the copy was cut off (${shape.name}): empty the target, then begin again.`,
  )
}

/** Lets new rows get numbers that no row has or had. */
async function copyPosition(source: CopySide, target: CopySide, shape: TableShape): Promise<void> {
  const { name, identity = '' } = shape
  const [row] = await target.query(`select max(${quote(identity)}) as highest from ${quote(name)}`)
  const { highest } = z.object({ highest: z.number().nullable() }).parse(row)
  const last = Math.max(await source.readPosition(shape), highest ?? 0)
  if (last > 0) await target.setPosition(shape, last)
}

const LEDGER_SUMS = `select livemode, provider, kind, count(*) as entries,
  cast(sum(amount_cents) as text) as cents
  from ledger_entries group by livemode, provider, kind order by 1, 2, 3`

/** Reads the target back; returns what differs from the source, a text for each. */
export async function findDifferences(
  { source, target, shapes }: TablesToCopy,
  tables: readonly CopiedTable[],
): Promise<string[]> {
  const differences: string[] = []
  for (const { name, rows, hash } of tables) {
    const shape = shapes.find((one) => one.name === name)
    if (shape === undefined) continue
    const found = await digestRows(target.read(shape))
    if (found.rows !== rows) differences.push(`${name} has ${found.rows} rows in place of ${rows}`)
    else if (found.hash !== hash) differences.push(`${name} has other values`)
  }
  const [ours, theirs] = [await source.query(LEDGER_SUMS), await target.query(LEDGER_SUMS)]
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
    differences.push('the sums of the ledger are others')
  }
  return differences
}
