import { ROUTES } from '#contract/routes.ts'
import { readStorage, writeStorage } from './storage.ts'

/** The time for which the page is not reloaded again, ms: a module may be missing for good. */
const PAUSE_MS = 5 * 60_000

const KEY = 'reloadedAt'

const LOAD_FAILURES = /dynamically imported module|Importing a module script|preload CSS/

/**
 * Tries again what could not be fetched. Chromium remembers a module that failed for as long as the
 * document is there (https://github.com/whatwg/html/issues/6768), so the page is reloaded once the
 * server responds.
 */
export async function loadAgain(load: () => void): Promise<void> {
  const isPaused = Date.now() - Number(readStorage('tab', KEY)) < PAUSE_MS
  if (isPaused || !(await responds())) {
    load()
    return
  }
  writeStorage('tab', KEY, String(Date.now()))
  location.reload()
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
