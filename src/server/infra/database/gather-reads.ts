import { setImmediate } from 'node:timers/promises'

/**
 * Returns a function that finds one thing by its key. The calls of one turn of the event loop share
 * a query, which begins after all of them, so each sees what was committed before it. `findMany`
 * gets each key once; what it leaves out is not there.
 */
export function gatherReads<Key, Found>(
  findMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let gathered: Gathered<Key, Found> | undefined
  const gather = (): Gathered<Key, Found> => {
    const keys = new Set<Key>()
    const found = setImmediate().then(() => {
      gathered = undefined
      return findMany([...keys])
    })
    return { keys, found }
  }
  return async (key) => {
    gathered ??= gather()
    gathered.keys.add(key)
    return (await gathered.found).get(key)
  }
}

interface Gathered<Key, Found> {
  keys: Set<Key>
  found: Promise<ReadonlyMap<Key, Found>>
}
