import { readStorage, writeStorage } from '#client/lib/storage.ts'

const KEY = 'own:celebrated'

/** More payments than anybody makes in a session. */
const MAX_REMEMBERED = 50

/** The time after which other tabs have received what this one stored, ms. */
const LOCK_HOLD_MS = 5_000

/**
 * Returns true for one caller in all of the browser's tabs, and only once: of tabs that hear of a
 * payment at the same moment, one celebrates. `id` is the donation's.
 */
export async function claimCelebration(id: string): Promise<boolean> {
  const celebrated = (readStorage('browser', KEY) ?? '').split(' ')
  if (celebrated.includes(id) || !(await acquireLock(id))) return false
  writeStorage('browser', KEY, [...celebrated, id].slice(-MAX_REMEMBERED).join(' ').trim())
  return true
}

/** Acquires a lock, which all tabs know at once; what one stores reaches the others later. */
async function acquireLock(id: string): Promise<boolean> {
  // Pages that are not served over https have no locks.
  if (!('locks' in navigator)) return true
  return new Promise((resolve) => {
    const hold = async (lock: Lock | null) => {
      resolve(lock !== null)
      if (lock !== null) await new Promise((release) => setTimeout(release, LOCK_HOLD_MS))
    }
    navigator.locks
      .request(`celebrate ${id}`, { ifAvailable: true }, hold)
      .catch(() => resolve(true))
  })
}
