import { useEffect, useState } from 'react'

/**
 * What is fetched once the first view is there; undefined until then, and where it cannot be
 * fetched. `load` must be the same function every time.
 */
export function useLater<Part extends object>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>()

  useEffect(() => {
    let isOver = false
    const take = (loaded: Part) => (isOver ? undefined : setPart(loaded))
    // In a task of its own: what people do meanwhile need not wait for the first view and this.
    const timer = setTimeout(() => load().then(take, () => undefined))
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [load])

  return part
}
