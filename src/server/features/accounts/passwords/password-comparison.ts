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

/** Compares passwords with hashes of any age, so that the time of a refusal tells nothing. */
export interface PasswordComparison {
  /** Tells whether it is the password still; renews a hash of an older kind. */
  compare(request: PasswordRequest, hash: string, password: string): Promise<boolean>
  /** Does for a wrong password what was not done yet for such a hash. */
  workAsForAny(hash: string, password: string): Promise<void>
}

export function createComparison(database: Database): PasswordComparison {
  let mayHaveLibraryHashes = true

  async function compare(request: PasswordRequest, hash: string, password: string) {
    if (!(await verifyPassword(hash, password))) {
      if (request.path === LOGIN) await workAsForAny(hash, password)
      return false
    }
    // While this one waited for its turn the password may have become another one.
    const stored = await findStored(request)
    if (stored !== hash) return stored !== undefined && verifyPassword(stored, password)
    if (isOutdated(hash)) {
      await replaceHash(database, { old: hash, renewed: await hashPassword(password) })
    }
    return true
  }

  /**
   * A hash of the library's own takes another time than ours. While there are any, that would tell
   * of an account that is there, and old.
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
