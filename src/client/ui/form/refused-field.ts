import { AppError } from '#contract/app-error.ts'

/** A failure that is about one field; `cause` is the failure that it tells of, if there was one. */
export class FieldError extends AppError {
  /** The name of the field. */
  readonly field: string

  constructor(field: string, message: string, options?: ErrorOptions) {
    super('invalid-argument', message, options)
    this.field = field
  }
}

/** The names of fields, each by words that only the server's sentences about it have. */
export type FieldWords = readonly (readonly [words: RegExp, field: string])[]

/** Returns the field that the server refused, by the words of its sentence; undefined if none. */
export function findFieldByWords(error: unknown, fields: FieldWords): string | undefined {
  if (!(error instanceof AppError) || error.code !== 'invalid-argument') return undefined
  return fields.find(([words]) => words.test(error.message))?.[1]
}
