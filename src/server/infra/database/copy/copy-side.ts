import type { Reader } from '../database.ts'

/** The kinds of values that the databases keep differently. */
export type ColumnKind = 'integer' | 'text' | 'boolean' | 'time' | 'bytes'

/** A table as both databases have it. */
export interface TableShape {
  name: string
  columns: readonly { name: string; kind: ColumnKind }[]
  /** The columns of the primary key, in whose order the rows are read. */
  key: readonly string[]
  /** The column that the database increments; undefined if there is none. */
  identity: string | undefined
}

/** A table's rows in the text format of PostgreSQL's COPY, cut anywhere. */
export type CopyText = AsyncIterable<Buffer> | Iterable<Buffer>

export type Row = Record<string, unknown>

/** One of the two databases of a copy. */
export interface CopySide {
  /** Reads in the snapshot of the source, or what is stored in the target. */
  readonly reader: Reader
  /**
   * Returns the tables to copy, each after those that it references; only PostgreSQL knows their
   * types.
   */
  readonly readShapes?: () => Promise<TableShape[]>
  /** Returns the columns of each table. */
  listColumns(): Promise<Map<string, string[]>>
  /** Returns the rows of a query that both databases understand. */
  query(text: string): Promise<Row[]>
  /** Reads all rows of a table in the order of its key. */
  read(shape: TableShape): CopyText
  /**
   * Replaces the rows of a table in one transaction, which also executes the statement that
   * `finish` returns once all rows are in.
   */
  fill(shape: TableShape, rows: CopyText, finish: () => string): Promise<void>
  /** Returns the last number that a table's identity has given out; 0 if none. */
  readPosition(shape: TableShape): Promise<number>
  /** Lets a table's identity go on after a number. */
  setPosition(shape: TableShape, last: number): Promise<void>
  /** Makes all that was stored durable. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** The table in which an unfinished copy keeps what it is of, and which tables it has. */
export const MARKS_TABLE = 'database_copy'

/** The tables that each database has of its own. */
export const OWN_TABLES: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  MARKS_TABLE,
]

/** Returns a name as both databases quote it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
