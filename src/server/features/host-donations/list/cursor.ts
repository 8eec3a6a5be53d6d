import { AppError } from '#contract/app-error.ts'

/** The place of a row in a list: the value by which it is sorted, and its own key. */
export interface Cursor {
  value: number
  key: string
}

const FORM = /^(\d{1,16})\.([\w-]{1,64})$/

export function formatCursor({ value, key }: Cursor): string {
  return `${value}.${key}`
}

/** Parses a cursor; throws `invalid-argument` for anything that `formatCursor` has not made. */
export function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const [, value, key] = FORM.exec(text) ?? []
  if (value === undefined || key === undefined) {
    throw new AppError('invalid-argument', 'This page is not there. Begin with the first one.')
  }
  return { value: Number(value), key }
}
