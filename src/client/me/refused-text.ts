import { findFieldByWords } from '#client/ui/form/refused-field.ts'

/** Returns the field of a form for names and messages that the server refused. */
export function findTextField(error: unknown): string | undefined {
  return findFieldByWords(error, [
    [/\bmessage\b/i, 'message'],
    [/\bname\b/i, 'name'],
  ])
}
