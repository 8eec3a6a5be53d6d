import { randomUUID } from 'node:crypto'
import { hostDonationsPageSchema } from '#contract/host/donations.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { sendJson, type Donor } from './donor.ts'

/** The part of a donation that a host gives back. */
interface Refund {
  /** Names the first donation of this amount. */
  ofCents: number
  amountCents: number
  reason: string
}

export async function refund(host: Donor, { ofCents, amountCents, reason }: Refund): Promise<void> {
  const answer = await host.call(HOST_ROUTES.donations)
  const { donations } = hostDonationsPageSchema.parse(await answer.json())
  const refunded = donations.find((donation) => donation.amountCents === ofCents)
  await sendJson(host, `${HOST_ROUTES.donations}/${refunded?.id}/refunds`, {
    headers: { 'idempotency-key': randomUUID() },
    body: { amountCents, reason },
  })
}
