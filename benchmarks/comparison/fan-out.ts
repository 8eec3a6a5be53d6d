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

const PEERS: Record<string, () => Promise<FanOutServer>> = {
  'nginx with nchan': startNchan,
  ws: startWs,
  'socket.io': startSocketIo,
  "Parse Server's LiveQuery": startParse,
}

/** Compares how the same changes reach as many viewers. */
export async function compareFanOut(): Promise<Figure[]> {
  const servers = new Map<string, FanOutServer>()
  try {
    servers.set('ours', await startOwn())
    for (const [name, start] of Object.entries(PEERS)) {
      if (start === startNchan && !hasNchan()) {
        console.error('nginx with nchan is left out, because it is not installed.')
      } else servers.set(name, await start())
    }
    return toFigures(await measureInTurns(servers, PLAN))
  } finally {
    for (const server of servers.values()) await server.stop()
  }
}

function toFigures(measured: ReadonlyMap<string, FanOutCosts>): Figure[] {
  const ours = measured.get('ours')
  if (ours === undefined) throw new Error('Our own live stream was not measured.')
  const figures: Figure[] = [...measured].flatMap(([name, costs]) => describeCosts(name, costs))
  for (const [name, theirs] of measured) {
    if (theirs !== ours) figures.push(...compare(name, ours, theirs))
  }
  return figures
}

/** Describes what a server took; such values depend on the machine and on its other load. */
function describeCosts(name: string, costs: FanOutCosts): Figure[] {
  const of = `fan-out to ${PLAN.viewers}, ${name}`
  return [
    { name: `${of}: processor a viewer and frame`, value: median(costs.microseconds), unit: 'µs' },
    { name: `${of}: to the last viewer`, value: median(costs.lastMs), unit: 'ms' },
    { name: `${of}: memory a viewer`, value: costs.kilobytesAViewer, unit: 'kB' },
    { name: `${of}: bytes a donation`, value: costs.bytesADonation, unit: 'B' },
  ]
}

function compare(name: string, ours: FanOutCosts, theirs: FanOutCosts): Figure[] {
  const of = `fan-out, ours : ${name}`
  const isNchan = name === 'nginx with nchan'
  const ratio = (what: string, value: number, most?: number): Figure => ({
    name: `${of}: ${what}`,
    value,
    unit: 'ratio',
    ...(isNchan && most !== undefined && { limit: { atMost: most } }),
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
