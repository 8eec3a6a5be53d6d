import type { HostDonation } from '#contract/host/donations.ts'
import { formatAmount } from '#contract/money.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { ConsoleLink } from '../../../router/console-link.tsx'
import { toStoryPath } from '../paths.ts'
import { EmailText } from '../email-text.tsx'
import { StatePill } from '../state-pill.tsx'
import { nameOf } from '../wording.ts'
import styles from './donation-list.module.css'

/** Shows one donation as a row; on a phone as a card. The whole of it can be pressed. */
export function DonationRow({ donation, search }: { donation: HostDonation; search: string }) {
  const { id, email, amountCents, leftCents, state, provider, at, held } = donation
  const isPart = state === 'partly_refunded'
  return (
    <li className={styles.row}>
      <ConsoleLink to={toStoryPath(id, search)} className={styles.donor} data-donation-link="">
        <span>
          <bdi>{held?.name ?? nameOf(donation)}</bdi>{' '}
          {held && <span className={styles.held}>waits for approval</span>}
        </span>{' '}
        <small>{email === null ? 'No account' : <EmailText email={email} />}</small>
      </ConsoleLink>
      <p className={styles.amount}>
        {formatAmount(amountCents)}
        {isPart && <span> {formatAmount(leftCents)} left</span>}
      </p>
      <StatePill donation={donation} />
      <p className={styles.when}>
        <time dateTime={at}>{formatMoment(Date.parse(at))}</time>
        <span> {PROVIDER_NAMES[provider] ?? provider}</span>
      </p>
    </li>
  )
}
