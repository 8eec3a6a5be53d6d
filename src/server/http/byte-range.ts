const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Returns the first and last byte that a Range header asks for. Returns undefined if it asks for
 * several parts, for none that exist, or is malformed: the whole is sent then, as RFC 9110 (14.2)
 * allows. Safari plays no sound from a server without ranges.
 */
export function parseByteRange(
  header: string,
  length: number,
): { start: number; end: number } | undefined {
  const [, first, last] = SINGLE_RANGE.exec(header) ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  return start <= end ? { start, end } : undefined
}
