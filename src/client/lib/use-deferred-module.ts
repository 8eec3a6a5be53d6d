import { useEffect, useState } from 'react'

/**
 * Fetches a module once the first view is there. Returns undefined until then, and if it cannot be
 * fetched; with another `load`, another module.
 */
export function useDeferredModule<Module extends object>(
  load: () => Promise<Module | undefined>,
): Module | undefined {
  const [loadedModule, setModule] = useState<Module>()

  useEffect(() => {
    let isCancelled = false
    const store = (loaded: Module | undefined) => (isCancelled ? undefined : setModule(loaded))
    // In a task of its own, so that input meanwhile need not wait for the first view and this.
    const timer = setTimeout(() => load().then(store, () => undefined))
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [load])

  return loadedModule
}
