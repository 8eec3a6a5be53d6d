import { DISCLAIMER_COOKIE, formatAcceptance, isAcceptanceOf } from '#contract/disclaimer.ts'
import { campaignStore } from '#client/lib/campaign.ts'

/** Returns whether this browser session has accepted the current wording. */
export function hasAccepted(): boolean {
  return isAcceptanceOf(readCookie(DISCLAIMER_COOKIE), campaignStore.read().disclaimer.version)
}

/** Remembers the acceptance until the browser session ends, and lets the server read it. */
export function rememberAcceptance(now: Date): void {
  const { version } = campaignStore.read().disclaimer
  const value = formatAcceptance({ version, acceptedAt: now.toISOString() })
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${DISCLAIMER_COOKIE}=${value}; Path=/; SameSite=Lax${secure}`
}

function readCookie(name: string): string | undefined {
  const prefix = `${name}=`
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(prefix))
  return cookie?.slice(prefix.length)
}
