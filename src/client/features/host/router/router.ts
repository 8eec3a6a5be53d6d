import { useSyncExternalStore } from 'react'
import { requestHeadingFocus } from './heading-focus.ts'

/** The address of the console's first section; the others lie below it. */
export const CONSOLE_PATH = '/host'

/** The part of the address that the console reads. */
export interface Place {
  /** The path without a slash at its end. */
  path: string
  /** The query with its question mark, or an empty string. */
  search: string
}

/** Follows the address, and changes it without loading the document again. */
class Router {
  #place = readPlace()
  readonly #subscribers = new Set<() => void>()

  readonly read = (): Place => this.#place

  readonly subscribe = (onChange: () => void): (() => void) => {
    if (this.#subscribers.size === 0) addEventListener('popstate', this.#follow)
    this.#subscribers.add(onChange)
    return () => {
      this.#subscribers.delete(onChange)
      if (this.#subscribers.size === 0) removeEventListener('popstate', this.#follow)
    }
  }

  /** Goes to an address of the console; `replace` leaves no entry in the history. */
  navigate(address: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    if (replace) return this.#update()
    scrollTo({ top: 0, behavior: 'instant' })
    this.#follow()
  }

  readonly #follow = (): void => {
    if (readPlace().path !== this.#place.path) requestHeadingFocus()
    this.#update()
  }

  #update(): void {
    this.#place = readPlace()
    for (const onChange of this.#subscribers) onChange()
  }
}

function readPlace(): Place {
  const { pathname, search } = location
  return { path: pathname.replace(/\/+$/, ''), search }
}

export const router = new Router()

export function usePlace(): Place {
  return useSyncExternalStore(router.subscribe, router.read)
}
