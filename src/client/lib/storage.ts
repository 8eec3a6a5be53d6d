/** The storage area: `tab` is cleared with the tab, `browser` never. */
type Area = 'tab' | 'browser'

/** Returns the stored value; null if there is none, or if the browser blocks storage. */
export function readStorage(area: Area, key: string): string | null {
  return ignoreErrors(() => storageOf(area).getItem(key)) ?? null
}

/** Stores the value, or removes it if it is null. Ignores a browser that refuses to store. */
export function writeStorage(area: Area, key: string, value: string | null): void {
  ignoreErrors(() => {
    if (value === null) storageOf(area).removeItem(key)
    else storageOf(area).setItem(key, value)
  })
}

/** The prefix of keys that belong to a person, rather than to the browser. */
const PERSONAL_PREFIX = 'own:'

/** Removes all that belongs to a person: this tab's values, and the browser's `own:` keys. */
export function clearPersonalStorage(): void {
  ignoreErrors(() => sessionStorage.clear())
  ignoreErrors(() => {
    const personalKeys = Object.keys(localStorage).filter((key) => key.startsWith(PERSONAL_PREFIX))
    for (const key of personalKeys) localStorage.removeItem(key)
  })
}

/**
 * Returns the window's storage: the server, which renders the first view, has global storages too,
 * and must not use them.
 */
function storageOf(area: Area): Storage {
  return area === 'tab' ? window.sessionStorage : window.localStorage
}

/** Returns undefined if the action throws: even reading `localStorage` throws if it is blocked. */
function ignoreErrors<Value>(action: () => Value): Value | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
