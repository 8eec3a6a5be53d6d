import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'

/** A table of the values of one kind. */
export interface CsvTable<T> {
  columns: readonly string[]
  toRow: (value: T) => (string | number)[]
}

const CSV = { escape_formulas: true, record_delimiter: 'windows' } as const

/**
 * Streams pages of values as CSV (RFC 4180) below a line with the names of the columns. A text that
 * a spreadsheet would run as a formula gets an apostrophe before it; numbers stay as they are. A
 * failed read ends the response without its end, which a client sees as a broken download.
 */
export function streamCsv<T>(table: CsvTable<T>, pages: AsyncIterable<readonly T[]>): Readable {
  return Readable.from(toCsv(table, pages))
}

/** Streams pages of values as one JSON array, a value a line; a failed read as `streamCsv` does. */
export function streamJson(pages: AsyncIterable<readonly unknown[]>): Readable {
  return Readable.from(toJson(pages))
}

// A page becomes one text: streams and promises of each value would take most of the time and
// memory.
async function* toCsv<T>(
  { columns, toRow }: CsvTable<T>,
  pages: AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  yield stringify([[...columns]], CSV)
  for await (const page of pages) yield stringify(page.map(toRow), CSV)
}

async function* toJson(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((value) => JSON.stringify(value)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
