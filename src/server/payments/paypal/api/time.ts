/** Formats a time (Unix ms) as PayPal does, in whole seconds. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}
