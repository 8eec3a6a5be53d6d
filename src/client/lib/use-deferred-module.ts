import { useEffect, useState } from 'react'

/**
 * What is fetched once the first view is there; undefined until then, and where it cannot be
 * fetched. `load` must be the same function every time.
 */
export function useDeferredModule<Module extends object>(
  load: () => Promise<Module>,
): Module | undefined {
  const [loadedModule, setModule] = useState<Module>()

  useEffect(() => {
    let isCancelled = false
    const store = (loaded: Module) => (isCancelled ? undefined : setModule(loaded))
    // In a task of its own: what people do meanwhile need not wait for the first view and this.
    const timer = setTimeout(() => load().then(store, () => undefined))
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [load])

  return loadedModule
}
