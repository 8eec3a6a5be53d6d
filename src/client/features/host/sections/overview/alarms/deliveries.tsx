import type { AlarmSettings } from '#contract/host/alarms.ts'
import { formatMoment } from '#client/lib/moments.ts'
import styles from './alarms-panel.module.css'

type Delivery = AlarmSettings['deliveries'][number]

const MAX_SHOWN = 5

const STATES: Record<Delivery['state'], { sign: string; word: string }> = {
  waiting: { sign: '…', word: 'Waits' },
  delivered: { sign: '✓', word: 'Delivered' },
  given_up: { sign: '✕', word: 'Given up' },
}

/** Lists the last messages to the address, and what became of them. */
export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return null
  return (
    <>
      <h4 className={styles.title}>Last messages</h4>
      <ul className={styles.deliveries}>
        {deliveries.slice(0, MAX_SHOWN).map((delivery) => (
          <li key={delivery.id} data-state={delivery.state}>
            <Message delivery={delivery} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Message({ delivery }: { delivery: Delivery }) {
  const { type, concern, createdAt, state, attempts, error } = delivery
  const { sign, word } = STATES[state]
  const [kind = concern] = concern.split(':')
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  return (
    <>
      <span aria-hidden="true">{sign}</span>
      <span>
        <b>{kind.replaceAll('_', ' ')}</b> {type === 'alarm.ended' ? 'ended' : 'opened'}{' '}
        <time dateTime={createdAt}>{formatMoment(Date.parse(createdAt))}</time>
        {`. ${word}${state === 'delivered' && attempts === 1 ? '' : ` after ${tries}`}. `}
        {error}
      </span>
    </>
  )
}
