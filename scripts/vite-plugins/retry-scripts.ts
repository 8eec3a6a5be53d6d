/** What a document needs to get over scripts that it could not fetch. */
export interface RetryOptions {
  /** Fetched to see whether the server responds. */
  url: string
  sentence: string
  /** The pause between two requests, ms. */
  pauseMs: number
  /** The time for which the document is not loaded again, ms: a script may be missing for good. */
  quietMs: number
}

/**
 * Says that the scripts or styles could not be fetched, and loads the document again once the server
 * responds: in this one the browser remembers the failure. It stands in the document as its own
 * source, so it uses nothing from outside.
 */
export function retryScripts(reason: unknown, options: RetryOptions): void {
  // In the words of all engines; any other error is one of the script itself. A style sheet fails
  // with an event.
  const isScript = reason instanceof TypeError && reason.message.includes('module')
  if (!isScript && !(reason instanceof Event)) throw reason
  const { url, sentence, pauseMs, quietMs } = options
  const region = document.querySelector('[data-notice]')
  if (region?.hasChildNodes() === false) {
    const text = document.createElement('span')
    text.textContent = sentence
    region.append(text)
  }
  const loadAgain = async () => {
    // It rejects while the server is away.
    const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined)
    const isQuiet = Date.now() - Number(sessionStorage.getItem('reloadedAt')) < quietMs
    if (response?.ok !== true || isQuiet) return
    sessionStorage.setItem('reloadedAt', String(Date.now()))
    location.reload()
  }
  setInterval(() => void loadAgain(), pauseMs)
}
