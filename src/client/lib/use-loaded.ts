import { useEffect, useState } from 'react'

/** A response of the server that is loading, failed or ready. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; sentence: string }
  | { state: 'ready'; value: Value }

/** Loads at once, and again at `reload`, which keeps the last value shown meanwhile. */
export function useLoaded<Value>(load: () => Promise<Value>) {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' })
  const [promise, setPromise] = useState(load)

  useEffect(() => {
    let isCancelled = false
    promise.then(
      (value) => !isCancelled && setLoaded({ state: 'ready', value }),
      (error: unknown) =>
        !isCancelled && setLoaded({ state: 'failed', sentence: sentenceOf(error) }),
    )
    return () => {
      isCancelled = true
    }
  }, [promise])

  return { loaded, reload: () => setPromise(load()) }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Please try again later.'
}
