export function toOwnIds(record: { customId: string | null; invoiceId: string | null }) {
  return {
    ...(record.customId === null ? {} : { custom_id: record.customId }),
    ...(record.invoiceId === null ? {} : { invoice_id: record.invoiceId }),
  }
}

/** `5.00` of 500 cents. */
export function toMoney(cents: number, currency: string) {
  return { currency_code: currency, value: (cents / 100).toFixed(2) }
}

/** PayPal's times end with the second. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** To the second, as times are told. */
export function isBetween(time: number, start: Date | undefined, end: Date | undefined): boolean {
  const told = time - (time % 1000)
  return told >= (start?.getTime() ?? 0) && told <= (end?.getTime() ?? Infinity)
}
