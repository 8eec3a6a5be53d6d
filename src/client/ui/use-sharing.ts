import { useEffect, useState } from 'react'

/** Long enough to be read, ms. */
const COPIED_MS = 4_000

/** The words and the link that the device's share sheet gets. */
export interface Invitation {
  title: string
  text: string
  url: string
}

/** `refused`: neither sharing nor copying was allowed, so the link must be copied by hand. */
export type SharingResult = 'copied' | 'refused' | undefined

/** Shares in whatever way the browser offers, and returns the result if that is not obvious. */
export function useSharing() {
  const [result, setResult] = useState<SharingResult>()

  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(undefined), COPIED_MS)
    return () => clearTimeout(timer)
  }, [result])

  async function share(invitation: Invitation): Promise<void> {
    setResult(undefined)
    if (await offerSheet(invitation)) return
    setResult((await copy(invitation.url)) ? 'copied' : 'refused')
  }

  return { result, share }
}

/** Opens the device's share sheet. Returns false if there is none, or it did not open. */
async function offerSheet(invitation: Invitation): Promise<boolean> {
  // Older browsers have none, nor have pages that are not served over https.
  if (!('share' in navigator)) return false
  try {
    await navigator.share(invitation)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

async function copy(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
