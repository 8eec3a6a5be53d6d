import { readStorage, writeStorage } from '#client/lib/storage.ts'

/** This tab has shown a round before its results, or its ceremony too. */
const STEPS = ['watched', 'ceremony'] as const

export type WatchStep = (typeof STEPS)[number]

/** The steps by the rounds' ids. */
export type WatchedRounds = ReadonlyMap<string, WatchStep>

const KEY = 'watched-rounds'

/** More rounds than anybody watches in the time in which a ceremony is news. */
const MAX_REMEMBERED = 20

/** Returns the rounds that this tab has watched; they survive a reload and the visit to the card page. */
export function readWatchedRounds(): WatchedRounds {
  const entries = (readStorage('tab', KEY) ?? '').split(' ').map((entry) => entry.split('='))
  return new Map(
    entries.flatMap(([id = '', text]) => {
      const step = STEPS.find((known) => known === text)
      return step === undefined ? [] : [[id, step] as const]
    }),
  )
}

export function saveWatchedRounds(rounds: WatchedRounds): void {
  const entries = [...rounds].slice(-MAX_REMEMBERED).map((entry) => entry.join('='))
  writeStorage('tab', KEY, entries.length === 0 ? null : entries.join(' '))
}
