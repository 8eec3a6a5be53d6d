import type { ProviderView } from '#contract/host/providers.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatMoment } from '#client/lib/moments.ts'
import styles from './provider-panel.module.css'

/** Lists a provider's keys without their values, its last webhooks and its clock. */
export function ProviderFacts({ view: { keys, webhooks, clockOffsetMs } }: { view: ProviderView }) {
  return (
    <dl className={styles.facts}>
      {keys.map(({ variable, ending }) => (
        <div key={variable}>
          <dt>
            <code>{variable}</code>
          </dt>
          <dd>{ending === '' ? 'is set' : `ends with ${ending}`}</dd>
        </div>
      ))}
      <div>
        <dt>Webhooks, 24 hours</dt>
        <dd>
          {webhooks.isMore && 'more than '}
          {formatCount(webhooks.count)}
        </dd>
      </div>
      <div>
        <dt>Last webhook</dt>
        <dd>
          {webhooks.lastAt === null ? (
            'none yet'
          ) : (
            <time dateTime={webhooks.lastAt}>{formatMoment(Date.parse(webhooks.lastAt))}</time>
          )}
        </dd>
      </div>
      <div>
        <dt>Clock</dt>
        <dd>{describeClock(clockOffsetMs)}</dd>
      </div>
    </dl>
  )
}

function describeClock(offsetMs: number | null): string {
  if (offsetMs === null) return 'not known yet'
  const seconds = `${(Math.abs(offsetMs) / 1000).toFixed(1)} s`
  if (Math.abs(offsetMs) < 50) return 'the same as ours'
  return offsetMs > 0 ? `${seconds} ahead of ours` : `${seconds} behind ours`
}
