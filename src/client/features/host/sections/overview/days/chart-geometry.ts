import type { HostDays } from '#contract/host/figures.ts'

/** The size of the drawing, in its own units. */
export const CHART = { width: 900, height: 200, below: 40 } as const

/** A bar of the chart, in units of the drawing. */
export interface Bar {
  key: string
  /** The provider, or `refunded` for what went back. */
  of: string
  x: number
  y: number
  width: number
  height: number
}

export interface ChartScale {
  /** The amounts of the lines, from 0 upwards, cents. */
  ticks: number[]
  topCents: number
}

const STEPS = [1, 2, 5, 10]

/** Returns a scale with round amounts that holds the highest day. */
export function scaleFor({ days }: Pick<HostDays, 'days'>): ChartScale {
  const highest = Math.max(100, ...days.map(({ total }) => total.grossCents))
  const magnitude = 10 ** Math.floor(Math.log10(highest / 2))
  const step = (STEPS.find((one) => one * magnitude * 2 >= highest) ?? 10) * magnitude
  const count = Math.ceil(highest / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * step)
  return { ticks, topCents: count * step }
}

/** Returns the bars: the providers above one another, refunds below the line. */
export function layOutBars({ days }: Pick<HostDays, 'days'>, { topCents }: ChartScale): Bar[] {
  const slot = CHART.width / Math.max(1, days.length)
  const width = slot * 0.62
  return days.flatMap(({ date, providers, total }, index) => {
    const x = index * slot + (slot - width) / 2
    let top: number = CHART.height
    const bars = providers
      .filter(({ grossCents }) => grossCents > 0)
      .map(({ provider, grossCents }) => {
        const height = Math.max(1, (grossCents / topCents) * CHART.height - 1)
        top -= height + 1
        return { key: `${date} ${provider}`, of: provider, x, y: top + 1, width, height }
      })
    if (total.refundedCents <= 0) return bars
    const back = Math.min(CHART.below, Math.max(2, (total.refundedCents / topCents) * CHART.height))
    const refunded = { key: `${date} back`, of: 'refunded', x, y: CHART.height + 2, width }
    return [...bars, { ...refunded, height: back }]
  })
}
