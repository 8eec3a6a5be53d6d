import { callApi } from '#client/lib/api.ts'
import { postAuth } from '../api/auth-call.ts'
import type { MailLink } from './mail-link.ts'

const HOST_CLAIMS = '/api/host/claims'

/** The requests by link. A link works once, so it is sent once, however often it is asked for. */
const redemptions = new WeakMap<MailLink, Promise<string>>()

/**
 * Redeems a link and returns the sentence to show. A link that failed may be tried again: the
 * server says whether it still works.
 */
export function redeemLink(link: MailLink): Promise<string> {
  const redemption = redemptions.get(link) ?? redeem(link)
  redemptions.set(link, redemption)
  redemption.catch(() => redemptions.delete(link))
  return redemption
}

async function redeem({ kind, token }: MailLink): Promise<string> {
  if (kind === 'host') {
    await callApi(HOST_CLAIMS, { method: 'POST', body: { token } })
    return 'You are the host now.'
  }
  const { email, changed } = await postAuth<{ email: string; changed: boolean }>('/verify-email', {
    token,
  })
  return changed ? `Your email is now ${email}.` : `${email} is confirmed. Thank you!`
}
