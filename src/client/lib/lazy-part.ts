import { createElement, use, type ComponentType } from 'react'

/**
 * Creates a component whose code is fetched when it is first rendered. Unlike React's `lazy`, it
 * can be fetched again after a failure, and it never suspends once its code is there.
 */
export function lazyPart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let part: Promise<ComponentType<Props>> | undefined

  /** Fetches the code; rejects if that fails, and so does each later call until `reset`. */
  function load(): Promise<ComponentType<Props>> {
    part ??= markWhenFulfilled(fetchPart())
    return part
  }

  function LazyPart(props: Props) {
    return createElement(use(load()), props)
  }

  return {
    LazyPart,
    load,
    /** Fetches the code ahead of time; a failure shows when the part is rendered. */
    preload: () => void load().catch(() => {}),
    reset: () => {
      part = undefined
    },
  }
}

/**
 * Lets `use` read the value at once as soon as it is there, also where it meets the promise for the
 * first time: React takes `status` and `value` as its own marks.
 */
function markWhenFulfilled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => undefined,
  )
  return promise
}
