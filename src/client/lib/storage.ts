/** `tab` is forgotten with the tab, `browser` never. */
type Area = 'tab' | 'browser'

/** Null where there is nothing, and where the browser keeps nothing for this page at all. */
export function readStorage(area: Area, key: string): string | null {
  return ignoreErrors(() => storageOf(area).getItem(key)) ?? null
}

/** Forgets the value when it is null. A browser that refuses to store is no reason to fail. */
export function writeStorage(area: Area, key: string, value: string | null): void {
  ignoreErrors(() => {
    if (value === null) storageOf(area).removeItem(key)
    else storageOf(area).setItem(key, value)
  })
}

/** What the browser remembers of a person, rather than of whoever uses it. */
const PERSONAL_PREFIX = 'own:'

/** Forgets all that is remembered of a person: what this tab has, and the browser's `own:` keys. */
export function clearPersonalStorage(): void {
  ignoreErrors(() => sessionStorage.clear())
  ignoreErrors(() => {
    const personalKeys = Object.keys(localStorage).filter((key) => key.startsWith(PERSONAL_PREFIX))
    for (const key of personalKeys) localStorage.removeItem(key)
  })
}

/** The window's: the server, which renders the first view, has storages too, and remembers nobody. */
function storageOf(area: Area): Storage {
  return area === 'tab' ? window.sessionStorage : window.localStorage
}

/** Reading `localStorage` throws where the person has blocked it. */
function ignoreErrors<Value>(action: () => Value): Value | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
