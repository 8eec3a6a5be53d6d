/** Lets built pages open without the network; without it, they need one, and nothing else is lost. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (navigator.serviceWorker.controller === null) {
    navigator.serviceWorker.addEventListener('controllerchange', tellLoadedAssets, { once: true })
  }
  navigator.serviceWorker.register('/sw.js').catch(() => {
    // Browsers may forbid it, as some do in private windows.
  })
}

/** The worker keeps what passes through it, and a first visit's pictures and fonts came before it. */
function tellLoadedAssets(): void {
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  navigator.serviceWorker.controller?.postMessage(assets)
}
