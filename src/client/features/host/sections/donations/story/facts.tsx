import type { HostDonation } from '#contract/host/donations.ts'
import { formatAmount } from '#contract/money.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { StatePill } from '../state-pill.tsx'

interface Fact {
  name: string
  /** Null if there is nothing to tell. */
  value: string | null
}

/** Lists what is known of a donation's money, and by which ids the provider knows it. */
export function Facts({ donation }: { donation: HostDonation }) {
  const { provider, email, amountCents, refundedCents, disputedCents, leftCents } = donation
  const facts: Fact[] = [
    { name: 'Amount', value: formatAmount(amountCents) },
    { name: 'Refunded', value: refundedCents === 0 ? null : formatAmount(refundedCents) },
    { name: 'Held by disputes', value: disputedCents === 0 ? null : formatAmount(disputedCents) },
    { name: 'Remaining', value: formatAmount(leftCents) },
    { name: 'Email', value: email ?? 'No account' },
    { name: 'Provider', value: PROVIDER_NAMES[provider] ?? provider },
    { name: 'Payment ID', value: donation.paymentRef },
    { name: 'Charge ID', value: donation.captureId },
    { name: 'Donation ID', value: donation.id },
  ]
  return (
    <dl>
      <dt>State</dt>
      <dd>
        <StatePill donation={donation} />
      </dd>
      {facts.map(
        ({ name, value }) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
