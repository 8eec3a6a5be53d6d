/** The most values that one query lists. */
const MAX_LISTED = 1_000

/** Reads rows for values, so many with each query as it may list. */
export async function inParts<Value, Row>(
  values: readonly Value[],
  read: (part: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < values.length; from += MAX_LISTED) {
    rows.push(...(await read(values.slice(from, from + MAX_LISTED))))
  }
  return rows
}
