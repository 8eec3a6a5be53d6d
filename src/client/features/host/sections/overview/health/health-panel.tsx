import type { HealthCheck, HealthState, HostHealth } from '#contract/host/health.ts'
import { formatMoment } from '#client/lib/moments.ts'
import type { HostData } from '../../../api/use-host-data.ts'
import { DataView } from '../../../ui/data-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from './health-panel.module.css'
import { describeHealth, sortByState } from './health-order.ts'

/** The sign and the word of each state; the colour comes third. */
const STATES: Record<HealthState, { sign: string; word: string }> = {
  ok: { sign: '✓', word: 'Works' },
  warning: { sign: '!', word: 'Needs a look' },
  failing: { sign: '✕', word: 'Does not work' },
  unknown: { sign: '?', word: 'Not known' },
}

/** Tells in words how the server and its providers are, what fails first. */
export function HealthPanel({ source }: { source: HostData<HostHealth> }) {
  const { data } = source
  return (
    <Panel title="Health" aside={data && describeHealth(data.checks)}>
      <DataView source={source} name="the health of the server" lines={8}>
        {({ checks }) => (
          <ul className={styles.checks}>
            {sortByState(checks).map((check) => (
              <Check key={check.id} check={check} />
            ))}
          </ul>
        )}
      </DataView>
    </Panel>
  )
}

function Check({ check: { name, state, since, sentence } }: { check: HealthCheck }) {
  const { sign, word } = STATES[state]
  return (
    <li data-state={state}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <b>
        {name}
        <span className="visually-hidden">: {word}.</span>
      </b>
      <span>
        {sentence}{' '}
        {since !== null && <time dateTime={since}>{formatMoment(Date.parse(since))}</time>}
      </span>
    </li>
  )
}
