/** Writes a time (Unix ms) as PayPal does: it ends with the second. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}
