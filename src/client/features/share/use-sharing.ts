import { useEffect, useState } from 'react'
import type { Invitation } from './invitation.ts'

/** Long enough to be read. */
const COPIED_MS = 4_000

/** `refused`: neither sharing nor copying was allowed, so that the link must be copied by hand. */
export type SharingResult = 'copied' | 'refused' | undefined

/** Shares by whatever way the browser offers, and says what came of it where that is not plain. */
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

/** Opens the device's own sheet. False where there is none, or it would not open. */
async function offerSheet(invitation: Invitation): Promise<boolean> {
  // Older browsers have none, and pages that are not served over https neither.
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
