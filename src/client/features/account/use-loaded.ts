import { useEffect, useState } from 'react'

/** An answer of the server, as far as it has come. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; sentence: string }
  | { state: 'ready'; value: Value }

/** Asks at first, and again at `reload`, which keeps the last answer in sight meanwhile. */
export function useLoaded<Value>(load: () => Promise<Value>) {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' })
  const [answer, setAnswer] = useState(load)

  useEffect(() => {
    let isOver = false
    answer.then(
      (value) => !isOver && setLoaded({ state: 'ready', value }),
      (error: unknown) => !isOver && setLoaded({ state: 'failed', sentence: sentenceOf(error) }),
    )
    return () => {
      isOver = true
    }
  }, [answer])

  return { loaded, reload: () => setAnswer(load()) }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Please try again later.'
}
