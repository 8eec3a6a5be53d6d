import type { HostDonation } from '#contract/host/donations.ts'
import { formatAmount } from '#contract/money.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { StatePill } from '../state-pill.tsx'

/** The facts that are too long for a phone's line beside their name. */
const LONG = new Set(['E-mail', 'Payment', 'Charge', 'Our id'])

/** Lists what is known of a donation's money, and by which ids the provider knows it. */
export function Facts({ donation }: { donation: HostDonation }) {
  const { provider, email, amountCents, refundedCents, disputedCents, leftCents } = donation
  const rows: [string, string | null][] = [
    ['Amount', formatAmount(amountCents)],
    ['Refunded', refundedCents === 0 ? null : formatAmount(refundedCents)],
    ['Held by disputes', disputedCents === 0 ? null : formatAmount(disputedCents)],
    ['Left', formatAmount(leftCents)],
    ['E-mail', email ?? 'No account'],
    ['Provider', PROVIDER_NAMES[provider] ?? provider],
    ['Payment', donation.paymentRef],
    ['Charge', donation.captureId],
    ['Our id', donation.id],
  ]
  return (
    <dl>
      <dt>State</dt>
      <dd>
        <StatePill donation={donation} />
      </dd>
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} data-long={LONG.has(name) || undefined}>
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
