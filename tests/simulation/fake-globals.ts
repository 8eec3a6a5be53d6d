import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { SeededRandom } from './seeded-random.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The process's own time and chance, as the world gives them. */
export interface FakeGlobals {
  /** How many callbacks of `setImmediate` are still to come: work that waits for nobody. */
  readonly immediates: number
  /** Gives the process back what was its own. */
  restore(): void
}

/**
 * Puts the world's time and chance in place of the process's, so that the product's own pauses,
 * time-outs and ids are a function of the seed too: nothing of it is rebuilt for the simulation.
 * Timers set in this way are the server's; the world sets its own on the clockwork.
 */
export function installFakeGlobals(
  virtualClock: VirtualClock,
  random: SeededRandom,
  clock: () => number,
): FakeGlobals {
  const immediates = { count: 0 }
  const undo = [
    replace(Date, { now: clock }),
    replace(performance, { now: () => virtualClock.now }),
    replace(Math, { random: random.next }),
    replace(globalThis, fakeTimers(virtualClock)),
    replace(globalThis, countImmediates(immediates)),
    replace(AbortSignal, { timeout: (delayMs: number) => abortAfter(virtualClock, delayMs) }),
    replace(timers, fakeTimerPromises(virtualClock)),
    replace(crypto, {
      randomUUID: () => random.uuid(),
      randomUUIDv7: () => random.uuidV7At(clock()),
    }),
  ]
  syncBuiltinESMExports()
  return {
    get immediates() {
      return immediates.count
    },
    restore: () => {
      for (const restore of undo) restore()
      syncBuiltinESMExports()
    },
  }
}

function replace(target: object, members: Record<string, unknown>): () => void {
  const originals = Object.keys(members).map(
    (name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const,
  )
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
  return () => {
    for (const [name, original] of originals) {
      if (original === undefined) Reflect.deleteProperty(target, name)
      else Object.defineProperty(target, name, original)
    }
  }
}

/** What callers do with a timer of Node's. */
class TimerHandle {
  cancel = () => {}

  unref(): this {
    return this
  }

  ref(): this {
    return this
  }

  hasRef(): boolean {
    return false
  }
}

function fakeTimers(virtualClock: VirtualClock) {
  const clear = (handle: unknown) => {
    if (handle instanceof TimerHandle) handle.cancel()
  }
  return {
    setTimeout: (work: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) => {
      const handle = new TimerHandle()
      handle.cancel = virtualClock.schedule(() => work(...args), delayMs, { owner: 'server' })
      return handle
    },
    // What only looks around every second would make up most of a run.
    setInterval: (work: () => void, delayMs: number) => {
      const handle = new TimerHandle()
      const arm = () => {
        handle.cancel = virtualClock.schedule(
          () => {
            arm()
            work()
          },
          delayMs,
          { owner: 'server', isBackground: true },
        )
      }
      arm()
      return handle
    },
    clearTimeout: clear,
    clearInterval: clear,
  }
}

function fakeTimerPromises(virtualClock: VirtualClock) {
  return {
    setTimeout: (delayMs = 1, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((resolve, reject) => {
        const cancel = virtualClock.schedule(() => resolve(value), delayMs, { owner: 'server' })
        signal?.addEventListener('abort', () => {
          cancel()
          reject(new DOMException('The operation was aborted', 'AbortError'))
        })
      }),
    // By the global one, so that it is counted.
    setImmediate: (value?: unknown) =>
      new Promise((resolve) => {
        setImmediate(() => resolve(value))
      }),
  }
}

function countImmediates(immediates: { count: number }) {
  const { setImmediate: set, clearImmediate: clear } = globalThis
  const waiting = new Set<unknown>()
  const forget = (handle: unknown) => {
    if (waiting.delete(handle)) immediates.count -= 1
  }
  return {
    setImmediate: (work: (...args: unknown[]) => void, ...args: unknown[]) => {
      const handle = set(() => {
        forget(handle)
        work(...args)
      })
      waiting.add(handle)
      immediates.count += 1
      return handle
    },
    clearImmediate: (handle: NodeJS.Immediate) => {
      forget(handle)
      clear(handle)
    },
  }
}

function abortAfter(virtualClock: VirtualClock, delayMs: number): AbortSignal {
  const controller = new AbortController()
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  virtualClock.schedule(() => controller.abort(reason), delayMs, { owner: 'server' })
  return controller.signal
}
