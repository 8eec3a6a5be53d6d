import logoMark from '../assets/logo-mark.svg'

/** Pictures that the page shows at other widths: the window may change while there is no network. */
const OTHER_WIDTHS = [logoMark]

/** Registers the service worker, which lets a built page open without the network. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { controller } = navigator.serviceWorker
  if (controller !== null) controller.postMessage(OTHER_WIDTHS)
  else navigator.serviceWorker.addEventListener('controllerchange', postAssets, { once: true })
  navigator.serviceWorker.register('/sw.js').catch(() => {
    // Browsers may forbid it, as some do in private windows.
  })
}

/**
 * Tells the worker which assets were loaded before it was active, because a first visit's pictures
 * and fonts do not pass through it, and which may be needed besides.
 */
function postAssets(): void {
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  navigator.serviceWorker.controller?.postMessage([...loaded, ...OTHER_WIDTHS])
}
