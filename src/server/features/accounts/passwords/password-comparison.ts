import type { Database } from '#server/infra/database/database.ts'
import { findPasswordHash, hasLibraryHashes, replaceHash } from './failures-store.ts'
import {
  hashPassword,
  isLibraryHash,
  isOutdated,
  verifyPassword,
  workAsLibraryHash,
} from './password-hash.ts'
import { LOGIN, type PasswordRequest } from './password-tries.ts'

/** Compares passwords with hashes of any kind; the duration of a refusal reveals nothing. */
export interface PasswordComparison {
  /** Returns whether this is still the password; replaces a hash of an older kind. */
  compare(request: PasswordRequest, hash: string, password: string): Promise<boolean>
  /** Does the work for a wrong password that `hash` did not need but other hashes do. */
  workAsForAny(hash: string, password: string): Promise<void>
}

export function createComparison(database: Database): PasswordComparison {
  let mayHaveLibraryHashes = true

  async function compare(request: PasswordRequest, hash: string, password: string) {
    if (!(await verifyPassword(hash, password))) {
      if (request.path === LOGIN) await workAsForAny(hash, password)
      return false
    }
    // The password may have been changed while this comparison waited in the queue.
    const stored = await findStored(request)
    if (stored !== hash) return stored !== undefined && verifyPassword(stored, password)
    if (isOutdated(hash)) {
      await replaceHash(database, { old: hash, renewed: await hashPassword(password) })
    }
    return true
  }

  /**
   * Hashes once more in the other way. A hash of the library's kind takes another time than ours:
   * as long as there are any, that would reveal which accounts exist and are old.
   */
  async function workAsForAny(hash: string, password: string): Promise<void> {
    mayHaveLibraryHashes &&= await hasLibraryHashes(database)
    if (!mayHaveLibraryHashes) return
    await (isLibraryHash(hash) ? hashPassword(password) : workAsLibraryHash(password))
  }

  async function findStored({ user, namedEmail }: PasswordRequest): Promise<string | undefined> {
    const email = user?.email ?? namedEmail
    return email === undefined ? undefined : findPasswordHash(database, email)
  }

  return { compare, workAsForAny }
}
