/** Registers the service worker, which lets a built page open without the network. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (navigator.serviceWorker.controller === null) {
    navigator.serviceWorker.addEventListener('controllerchange', postLoadedAssets, { once: true })
  }
  navigator.serviceWorker.register('/sw.js').catch(() => {
    // Browsers may forbid it, as some do in private windows.
  })
}

/**
 * Tells the worker which assets were loaded before it was active: a first visit's pictures and
 * fonts do not pass through it.
 */
function postLoadedAssets(): void {
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  navigator.serviceWorker.controller?.postMessage(assets)
}
