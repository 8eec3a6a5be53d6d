import { useEffect, useState } from 'react'

/** An answer of the server, as far as it has come. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; sentence: string }
  | { state: 'ready'; value: Value }

/** Asks at first, and again at `reload`, which keeps the last answer in sight meanwhile. */
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
