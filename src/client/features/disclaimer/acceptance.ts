import {
  DISCLAIMER_COOKIE,
  DISCLAIMER_VERSION,
  formatAcceptance,
  isAcceptanceOf,
} from '#contract/disclaimer.ts'

/** Returns whether this browser session has accepted the current wording. */
export function hasAccepted(): boolean {
  return isAcceptanceOf(readCookie(DISCLAIMER_COOKIE), DISCLAIMER_VERSION)
}

/** Remembers the acceptance until the browser session ends, and lets the server read it. */
export function rememberAcceptance(now: Date): void {
  const value = formatAcceptance({ version: DISCLAIMER_VERSION, acceptedAt: now.toISOString() })
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${DISCLAIMER_COOKIE}=${value}; Path=/; SameSite=Lax${secure}`
}

function readCookie(name: string): string | undefined {
  const prefix = `${name}=`
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(prefix))
  return cookie?.slice(prefix.length)
}
