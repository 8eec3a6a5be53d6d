import { quantile, type Figure } from '../figure.ts'
import { measureInTurns, type FanOutCosts, type FanOutPlan } from './fan-out/measure.ts'
import {
  hasNchan,
  startNchan,
  startOwn,
  startParse,
  startSocketIo,
  startWs,
  type FanOutServer,
} from './fan-out/servers.ts'

const PLAN: FanOutPlan = {
  viewers: 3_000,
  rounds: 5,
  frames: 10,
  everyMs: 500,
  donationsAFrame: 2,
}

/** The audience of a large node, compared with the peer that serves one best. */
const CROWD: FanOutPlan = { ...PLAN, viewers: 10_000 }

type Starts = Record<string, () => Promise<FanOutServer>>

const NCHAN: Starts = { 'nginx with nchan': startNchan }

const PEERS: Starts = {
  ...NCHAN,
  ws: startWs,
  'socket.io': startSocketIo,
  "Parse Server's LiveQuery": startParse,
}

/** Compares how the same changes reach as many viewers. */
export async function compareFanOut(): Promise<Figure[]> {
  return [...(await compare(PEERS, PLAN)), ...(await compare(NCHAN, CROWD))]
}

async function compare(peers: Starts, plan: FanOutPlan): Promise<Figure[]> {
  const servers = new Map<string, FanOutServer>()
  try {
    servers.set('ours', await startOwn())
    for (const [name, start] of Object.entries(peers)) {
      if (start === startNchan && !hasNchan()) {
        console.error('nginx with nchan is left out, because it is not installed.')
      } else servers.set(name, await start())
    }
    return toFigures(await measureInTurns(servers, plan), plan)
  } finally {
    for (const server of servers.values()) await server.stop()
  }
}

function toFigures(measured: ReadonlyMap<string, FanOutCosts>, { viewers }: FanOutPlan): Figure[] {
  const ours = measured.get('ours')
  if (ours === undefined) throw new Error('Our own live stream was not measured.')
  const figures: Figure[] = [...measured].flatMap(([name, costs]) =>
    describeCosts(`fan-out to ${viewers}, ${name}`, costs),
  )
  for (const [name, theirs] of measured) {
    if (theirs === ours) continue
    const of = `fan-out to ${viewers}, ours : ${name}`
    figures.push(...toRatios(of, { ours, theirs, isLimited: name in NCHAN }))
  }
  return figures
}

/** Describes what a server took; such values depend on the machine and on its other load. */
function describeCosts(of: string, costs: FanOutCosts): Figure[] {
  return [
    { name: `${of}: processor a viewer and frame`, value: median(costs.microseconds), unit: 'µs' },
    { name: `${of}: to the last viewer`, value: median(costs.lastMs), unit: 'ms' },
    { name: `${of}: memory a viewer`, value: costs.kilobytesAViewer, unit: 'kB' },
    { name: `${of}: bytes a donation`, value: costs.bytesADonation, unit: 'B' },
  ]
}

interface Pair {
  ours: FanOutCosts
  theirs: FanOutCosts
  /** Whether the ratios have limits. */
  isLimited: boolean
}

function toRatios(of: string, { ours, theirs, isLimited }: Pair): Figure[] {
  const ratio = (what: string, value: number, most?: number): Figure => ({
    name: `${of}: ${what}`,
    value,
    unit: 'ratio',
    ...(isLimited && most !== undefined && { limit: { atMost: most } }),
  })
  return [
    ratio('processor a viewer and frame', medianRatio(ours.microseconds, theirs.microseconds), 0.8),
    ratio('to the last viewer', medianRatio(ours.lastMs, theirs.lastMs)),
    ratio('memory a viewer', ours.kilobytesAViewer / theirs.kilobytesAViewer, 1),
    ratio('bytes a donation', ours.bytesADonation / theirs.bytesADonation),
  ]
}

/** Returns the median of the ratios of rounds, each beside its neighbour in time. */
function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
