import { ROUTES } from '#contract/routes.ts'
import { findNotice } from './board-marks.ts'
import { readStorage, writeStorage } from './storage.ts'

/** The pause between two attempts, ms. */
export const RETRY_MS = 5_000

/** The time for which the page is not reloaded again, ms: a module may be missing for good. */
export const PAUSE_MS = 5 * 60_000

/** Told while code that the page needs cannot be fetched. */
export const UNREACHABLE = 'The server cannot be reached. This page keeps trying by itself.'

const KEY = 'reloadedAt'

const LOAD_FAILURES = / module|preload CSS/

/**
 * Tries again what could not be fetched. Chromium remembers a module that failed for as long as the
 * document is there (https://github.com/whatwg/html/issues/6768), so the page is reloaded once the
 * server responds.
 */
export async function loadAgain(load: () => void, reload = () => location.reload()): Promise<void> {
  const isPaused = Date.now() - Number(readStorage('tab', KEY)) < PAUSE_MS
  if (isPaused || !(await responds())) {
    load()
    return
  }
  writeStorage('tab', KEY, String(Date.now()))
  reload()
}

/**
 * Fetches code that the page cannot do without. While it cannot be fetched, the page says so and
 * keeps trying; what the server rendered stays meanwhile. Rejects for no other reason than a mistake
 * in the code itself.
 */
export async function fetchUntilThere<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!isLoadFailure(error)) throw error
    sayUnreachable()
    return new Promise((resolve) => {
      setTimeout(() => void loadAgain(() => resolve(fetchUntilThere(load))), RETRY_MS)
    })
  }
}

/** Says so until the page is reloaded, or until the board says what it can still show. */
function sayUnreachable(): void {
  const region = findNotice()
  if (region?.hasChildNodes() === false) {
    region.append(Object.assign(document.createElement('span'), { textContent: UNREACHABLE }))
  }
}

/** Returns whether an error is about code that could not be fetched, in the words of each engine. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && LOAD_FAILURES.test(error.message)
}

async function responds(): Promise<boolean> {
  try {
    return (await fetch(ROUTES.config, { cache: 'no-store' })).ok
  } catch {
    // The server is away still.
    return false
  }
}
