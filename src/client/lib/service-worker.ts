/** Lets built pages open without the network; without it, they need one, and nothing else is lost. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/sw.js').catch(() => {
    // Browsers may forbid it, as some do in private windows.
  })
}
