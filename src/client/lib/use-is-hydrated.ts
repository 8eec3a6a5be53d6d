import { useSyncExternalStore } from 'react'

/**
 * Returns false on the server, and while the page takes over what the server rendered; then true.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, isInBrowser, isOnServer)
}

const subscribeToNothing = () => () => {}
const isInBrowser = () => true
const isOnServer = () => false
