import { useEffect, useState } from 'react'

/** A response of the server that is loading, failed or ready. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; sentence: string; error: unknown }
  | { state: 'ready'; value: Value }

/** Loads at once, and again at `reload`; the last value stays until there is another. */
export function useLoaded<Value>(load: () => Promise<Value>) {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' })
  const [promise, setPromise] = useState(() => start(load))

  useEffect(() => {
    let isCancelled = false
    promise.then(
      (value) => !isCancelled && setLoaded({ state: 'ready', value }),
      (error: unknown) => {
        if (isCancelled) return
        setLoaded((last) =>
          last.state === 'ready' ? last : { state: 'failed', sentence: sentenceOf(error), error },
        )
      },
    )
    return () => {
      isCancelled = true
    }
  }, [promise])

  return { loaded, reload: () => setPromise(start(load)) }
}

/** Loads; a failure that comes when nobody listens yet, or any more, is nobody's. */
function start<Value>(load: () => Promise<Value>): Promise<Value> {
  const promise = load()
  promise.catch(() => undefined)
  return promise
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Please try again later.'
}
