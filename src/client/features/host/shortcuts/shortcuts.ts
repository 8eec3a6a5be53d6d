import { useEffect, useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '#client/lib/storage.ts'

/** A key, or two in a row, and what it does; `keys` is as `KeyboardEvent.key` has it. */
export interface Shortcut {
  keys: readonly string[]
  /** The effect, for the list of keys. */
  does: string
  run: () => void
}

/** The longest pause between the two keys of a shortcut, ms. */
const SEQUENCE_MS = 1500

const STORAGE_KEY = 'host-shortcuts'

/** Holds the shortcuts of what is on the screen, and runs them. */
class Shortcuts {
  #sets: (readonly Shortcut[])[] = []
  #isOn = readStorage('browser', STORAGE_KEY) !== 'off'
  #first: { key: string; at: number } | undefined
  readonly #subscribers = new Set<() => void>()

  readonly list = (): readonly (readonly Shortcut[])[] => this.#sets

  readonly isOn = (): boolean => this.#isOn

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange)
    return () => this.#subscribers.delete(onChange)
  }

  add(shortcuts: readonly Shortcut[]): () => void {
    if (this.#sets.length === 0) addEventListener('keydown', this.#handle)
    this.#set([...this.#sets, shortcuts])
    return () => {
      this.#set(this.#sets.filter((set) => set !== shortcuts))
      if (this.#sets.length === 0) removeEventListener('keydown', this.#handle)
    }
  }

  /** Turns all shortcuts on or off in this browser. */
  turn(isOn: boolean): void {
    this.#isOn = isOn
    writeStorage('browser', STORAGE_KEY, isOn ? null : 'off')
    this.#set(this.#sets)
  }

  readonly #handle = (event: KeyboardEvent): void => {
    if (!this.#isOn || event.defaultPrevented || isForSomethingElse(event)) return
    const { key } = event
    const first = this.#first
    this.#first = undefined
    const begun = first !== undefined && event.timeStamp - first.at < SEQUENCE_MS
    const keys = begun ? [first.key, key] : [key]
    const found = this.#find((shortcut) => keys.join(' ') === shortcut.keys.join(' '))
    if (found !== undefined) {
      event.preventDefault()
      found.run()
    } else if (this.#find(({ keys: [start, second] }) => start === key && second !== undefined)) {
      this.#first = { key, at: event.timeStamp }
    }
  }

  /** Finds a shortcut; the part of the screen that was added last comes first. */
  #find(matches: (shortcut: Shortcut) => boolean): Shortcut | undefined {
    return this.#sets.toReversed().flat().find(matches)
  }

  #set(sets: (readonly Shortcut[])[]): void {
    this.#sets = [...sets]
    for (const onChange of this.#subscribers) onChange()
  }
}

/** Returns whether a key is typed into a field, meant for a dialog, or part of a combination. */
function isForSomethingElse({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  )
}

export const shortcuts = new Shortcuts()

/** Offers shortcuts while the component is shown; `own` must be the same array while unchanged. */
export function useShortcuts(own: readonly Shortcut[]): void {
  useEffect(() => shortcuts.add(own), [own])
}

/** Opens and closes the list of keys. */
class ShortcutsHelpStore {
  #isOpen = false
  readonly #subscribers = new Set<() => void>()

  readonly read = (): boolean => this.#isOpen

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange)
    return () => this.#subscribers.delete(onChange)
  }

  toggle(isOpen: boolean): void {
    this.#isOpen = isOpen
    for (const onChange of this.#subscribers) onChange()
  }
}

export const shortcutsHelp = new ShortcutsHelpStore()

export function useShortcutsHelp(): boolean {
  return useSyncExternalStore(shortcutsHelp.subscribe, shortcutsHelp.read)
}
