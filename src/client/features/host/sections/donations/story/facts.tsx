import type { ReactNode } from 'react'
import type { HostDonation } from '#contract/host/donations.ts'
import { formatAmount } from '#contract/money.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { EmailText } from '../email-text.tsx'
import { StatePill } from '../state-pill.tsx'

interface Fact {
  name: string
  /** Null if there is nothing to tell. */
  value: ReactNode
  /** Whether it is longer than most lines of a phone. */
  isLong?: true | undefined
}

/** Lists what is known of a donation's money, and by which ids the provider knows it. */
export function Facts({ donation }: { donation: HostDonation }) {
  const { provider, email, amountCents, refundedCents, disputedCents, leftCents } = donation
  const facts: Fact[] = [
    { name: 'Amount', value: formatAmount(amountCents) },
    { name: 'Refunded', value: refundedCents === 0 ? null : formatAmount(refundedCents) },
    { name: 'Held by disputes', value: disputedCents === 0 ? null : formatAmount(disputedCents) },
    { name: 'Remaining', value: formatAmount(leftCents) },
    {
      name: 'Email',
      value: email === null ? 'No account' : <EmailText email={email} />,
      isLong: email === null ? undefined : true,
    },
    { name: 'Provider', value: PROVIDER_NAMES[provider] ?? provider },
    { name: 'Payment ID', value: donation.paymentRef, isLong: true },
    { name: 'Charge ID', value: donation.captureId, isLong: true },
    { name: 'Donation ID', value: donation.id, isLong: true },
  ]
  return (
    <dl>
      <dt>State</dt>
      <dd>
        <StatePill donation={donation} />
      </dd>
      {facts.map(
        ({ name, value, isLong }) =>
          value !== null && (
            <div key={name} data-long={isLong}>
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
