import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * Streams rows as CSV (RFC 4180) below a line with the names of the columns. A text that a
 * spreadsheet would run as a formula gets an apostrophe before it; numbers stay as they are.
 */
export function streamCsv(
  columns: readonly string[],
  rows: AsyncIterable<readonly (string | number)[]>,
): Readable {
  const csv = stringify({
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  // A failed read ends the response without its end, which a client sees as a broken download.
  pipeline(Readable.from(rows), csv, () => {})
  return csv
}

/** Streams values as one JSON array, a value a line. */
export function streamJson(values: AsyncIterable<unknown>): Readable {
  return Readable.from(toJson(values))
}

async function* toJson(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const value of values) {
    yield separator + JSON.stringify(value)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
