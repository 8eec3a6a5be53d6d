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
    load().then(take, () => undefined)
    return () => {
      isOver = true
    }
  }, [load])

  return part
}
