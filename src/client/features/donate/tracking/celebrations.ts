import { readStorage, writeStorage } from '#client/lib/storage.ts'

const KEY = 'own:celebrated'

/** More than anybody pays in a session. */
const MAX_REMEMBERED = 50

/** By then the other tabs have heard of what this one wrote. */
const LOCK_HOLD_MS = 5_000

/**
 * True for one caller of all the browser's tabs, and once: whatever they hear at the same moment,
 * one of them celebrates. `id` is the donation's.
 */
export async function claimCelebration(id: string): Promise<boolean> {
  const celebrated = (readStorage('browser', KEY) ?? '').split(' ')
  if (celebrated.includes(id) || !(await acquireLock(id))) return false
  writeStorage('browser', KEY, [...celebrated, id].slice(-MAX_REMEMBERED).join(' ').trim())
  return true
}

/** What one tab stores reaches the others a little later; a lock is known to all at once. */
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
