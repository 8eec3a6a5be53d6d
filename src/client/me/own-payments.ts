import type { ChangedDonation } from '#contract/checkouts.ts'
import type { OwnPayments } from '#contract/me.ts'
import { ROUTES } from '#contract/routes.ts'
import type { OwnTexts, Profile, TextChoice } from '#contract/texts.ts'
import { callApi } from '#client/lib/api.ts'

/** Fetches a page of one's own donations, the newest first. */
export function fetchOwnPayments(before?: string): Promise<OwnPayments> {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`
  return callApi<OwnPayments>(`${ROUTES.ownPayments}${query}`)
}

/** Mails the receipt of a donation again; returns the address that it goes to. */
export async function mailReceipt(id: string): Promise<string> {
  const url = `${ROUTES.ownPayments}/${id}/receipt`
  const { sentTo } = await callApi<{ sentTo: string }>(url, { method: 'POST', body: {} })
  return sentTo
}

/** Changes what is shown of a donation; returns the state of its texts afterwards. */
export async function changeTexts(id: string, choice: TextChoice): Promise<OwnTexts['state']> {
  const url = `${ROUTES.donations}/${id}`
  const { donation } = await callApi<ChangedDonation>(url, { method: 'PATCH', body: choice })
  return donation.texts?.state ?? 'shown'
}

export function fetchProfile(): Promise<Profile> {
  return callApi<Profile>(ROUTES.profile)
}

export function saveProfile(displayName: string | null): Promise<Profile> {
  return callApi<Profile>(ROUTES.profile, { method: 'PUT', body: { displayName } })
}

/** Deletes the account, with the password and a code where there is a second factor. */
export async function deleteAccount(password: string, code: string): Promise<void> {
  await callApi(ROUTES.ownDeletion, {
    method: 'POST',
    body: { password, ...(code !== '' && { code }) },
  })
}
