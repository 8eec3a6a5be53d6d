import { z } from 'zod'

const DAY_MS = 24 * 60 * 60 * 1000

const INVALID = 'Give the time as a date (2027-01-31), or as a date and time with its zone.'

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], INVALID)

/**
 * The query parameters of a span, as Unix ms: `from` inclusive, `to` exclusive. A date alone is a
 * day in UTC, which belongs to the span as a whole.
 */
export const spanQueryFields = {
  from: moment.transform((text) => Date.parse(text)).optional(),
  to: moment.transform((text) => Date.parse(text) + (isDate(text) ? DAY_MS : 0)).optional(),
}

function isDate(text: string): boolean {
  return !text.includes('T')
}
