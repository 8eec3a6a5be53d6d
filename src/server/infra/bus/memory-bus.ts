import type { Bus } from './bus.ts'

/** Creates the bus of an installation with one node. */
export function createMemoryBus(): Bus {
  const listeners = new Set<() => void>()
  return {
    publish: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isConnected: undefined,
    close: async () => listeners.clear(),
  }
}
