import type { Writer } from './database/database.ts'

/** A deleted account. */
export interface ErasedAccount {
  userId: string
  /** Undefined in a later sweep: then it is known no more. */
  email?: string
}

/** Erases what one feature keeps about a person. */
export interface Eraser {
  /** The tables from which it erases. */
  tables: readonly string[]
  /** Erases everything about an account; doing it again changes nothing. */
  erase(writer: Writer, account: ErasedAccount): Promise<void>
}
