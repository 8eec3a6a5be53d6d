import { useId, type SVGProps } from 'react'
import type { HostDays } from '#contract/host/figures.ts'
import { formatAmount } from '#contract/money.ts'
import { formatDay } from '../../../format.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { CHART, layOutBars, scaleFor, type ChartScale } from './chart-geometry.ts'
import styles from './days-chart.module.css'

/** The provider whose bars are hatched, so that no colour is needed to tell them apart. */
const HATCHED = 'paypal'

/** Draws the gross amount of each day by provider, hatched and plain, and refunds below the line. */
export function DaysChart({ days }: { days: HostDays }) {
  const scale = scaleFor(days)
  return (
    <figure className={styles.chart}>
      <Key days={days} />
      <div className={styles.plot} aria-hidden="true">
        <div className={styles.amounts}>
          {scale.ticks.toReversed().map((cents) => (
            <span key={cents}>{formatAmount(cents).replace(/\.00$/, '')}</span>
          ))}
        </div>
        <Drawing days={days} scale={scale} />
        <div className={styles.dates}>
          {listDates(days).map((date) => (
            <span key={date}>{date}</span>
          ))}
        </div>
      </div>
    </figure>
  )
}

function Key({ days }: { days: HostDays }) {
  const hatch = useId()
  return (
    <figcaption className={styles.key}>
      <span className="visually-hidden">{describe(days)}</span>
      {listKinds(days).map(({ of, name }) => (
        <span key={of} aria-hidden="true">
          <svg viewBox="0 0 12 12" width="12" height="12">
            <Hatch id={`${hatch}-${of}`} />
            <BarShape of={of} hatch={`${hatch}-${of}`} width={12} height={12} />
          </svg>
          {name}
        </span>
      ))}
    </figcaption>
  )
}

function Drawing({ days, scale }: { days: HostDays; scale: ChartScale }) {
  const hatch = useId()
  const { width, height, below } = CHART
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${width} ${height + below}`}
      preserveAspectRatio="none"
    >
      <Hatch id={hatch} />
      {scale.ticks.map((cents) => (
        <path
          key={cents}
          className={cents === 0 ? styles.base : styles.line}
          d={`M0 ${height - (cents / scale.topCents) * height}H${width}`}
        />
      ))}
      {layOutBars(days, scale).map(({ key, of, ...box }) => (
        <BarShape key={key} of={of} hatch={hatch} {...box} />
      ))}
    </svg>
  )
}

interface BarShapeProps extends SVGProps<SVGRectElement> {
  of: string
  /** The id of the pattern for hatched bars. */
  hatch: string
}

function BarShape({ of, hatch, ...box }: BarShapeProps) {
  const fill = of === HATCHED ? { fill: `url(#${hatch})` } : {}
  return <rect className={styles.bar} data-of={of} {...box} {...fill} />
}

function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className={styles.hatchGround} width="5" height="5" />
        <rect className={styles.hatchLine} width="2.5" height="5" />
      </pattern>
    </defs>
  )
}

function listKinds({ days }: HostDays): { of: string; name: string }[] {
  const providers = days[0]?.providers ?? []
  return [
    ...providers.map(({ provider }) => ({
      of: provider,
      name: `${PROVIDER_NAMES[provider]}${provider === HATCHED ? ', hatched' : ''}`,
    })),
    { of: 'refunded', name: 'Refunded, below' },
  ]
}

/** Returns the dates below the chart: the first, three between, and today. */
function listDates({ days }: HostDays): string[] {
  const last = days.length - 1
  return [0, 0.25, 0.5, 0.75]
    .map((part) => formatDay(days[Math.round(part * last)]?.date ?? ''))
    .concat('today')
}

/** Says what the chart shows, for those who do not see it. */
function describe({ days }: HostDays): string {
  const highest = days.toSorted((one, other) => other.total.grossCents - one.total.grossCents)[0]
  const today = days.at(-1)
  if (highest === undefined || today === undefined || highest.total.grossCents === 0) {
    return 'No donation in the last 30 days. '
  }
  return `Gross by day and provider. The highest day is ${formatDay(highest.date)} with ${formatAmount(highest.total.grossCents)}; today has ${formatAmount(today.total.grossCents)} so far. All figures are in the table. `
}
