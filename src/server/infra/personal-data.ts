import type { Reader } from './database/database.ts'

/** An account whose data is collected. */
export interface DataSubject {
  userId: string
  email: string
}

/** Rows by the name of their kind, as their person gets them. */
export type PersonalData = Record<string, readonly object[]>

/** Collects what one feature keeps about a person. */
export interface PersonalDataSource {
  /** The tables that it collects from. */
  tables: readonly string[]
  /** Returns the rows about an account, without secrets. */
  collect(reader: Reader, subject: DataSubject): Promise<PersonalData>
}

/** Returns a time of the database, Unix ms, as ISO 8601; null for none. */
export function toIsoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
