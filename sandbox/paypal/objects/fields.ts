export function toOwnIds(record: { customId: string | null; invoiceId: string | null }) {
  return {
    ...(record.customId === null ? {} : { custom_id: record.customId }),
    ...(record.invoiceId === null ? {} : { invoice_id: record.invoiceId }),
  }
}

/** Formats 500 cents as `5.00`. */
export function toMoney(cents: number, currency: string) {
  return { currency_code: currency, value: (cents / 100).toFixed(2) }
}

/** Formats a time as PayPal does, without milliseconds. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Returns whether a time is between two others, compared in whole seconds, as times are shown. */
export function isBetween(time: number, start: Date | undefined, end: Date | undefined): boolean {
  const told = time - (time % 1000)
  return told >= (start?.getTime() ?? 0) && told <= (end?.getTime() ?? Infinity)
}
