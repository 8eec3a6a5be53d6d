import { useSyncExternalStore } from 'react'

/** Returns whether the window is at least this wide, such as `72rem`. */
export function useMinWidth(width: string): boolean {
  const query = `(width >= ${width})`
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
