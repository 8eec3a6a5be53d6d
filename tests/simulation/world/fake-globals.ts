import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { SeededRandom } from './seeded-random.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The process's timers, clock and random numbers, replaced by the simulation's. */
export interface FakeGlobals {
  /** The number of `setImmediate` callbacks that have not run yet. */
  readonly immediates: number
  /** Restores the original globals. */
  restore(): void
}

/**
 * Replaces the process's clock, timers and random numbers by those of the simulation, so that the
 * product's own pauses, time-outs and ids depend on the seed too, without changes to the product.
 * Timers set through these globals belong to the server; the world sets its own on the virtual
 * clock.
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

/** Implements the members of Node's timers that callers use. */
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
    // Intervals that poll every second would take most of the steps of a run.
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
    // The global one counts its callbacks.
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
