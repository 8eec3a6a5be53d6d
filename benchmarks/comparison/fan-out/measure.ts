import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LeaderboardChange } from '#contract/leaderboard.ts'
import { quantile } from '../../figure.ts'
import { residentKilobytes } from '../../server/process-memory.ts'
import type { Order, Report } from './audience.ts'
import { processorMicroseconds } from './process-time.ts'
import type { FanOutServer } from './servers.ts'

/** The costs of one server of delivering the same changes to as many viewers. */
export interface FanOutCosts {
  /** The processor time for one viewer and frame, µs; one value a round. */
  microseconds: number[]
  /** The time from the publication to the last viewer, median of a round, ms. */
  lastMs: number[]
  /** The server's memory for one more viewer, kB. */
  kilobytesAViewer: number
  /** The bytes that one viewer receives for one donation. */
  bytesADonation: number
}

export interface FanOutPlan {
  viewers: number
  rounds: number
  /** The changes of a round, and the pause between them. */
  frames: number
  everyMs: number
  donationsAFrame: number
}

interface Contender {
  server: FanOutServer
  audience: ChildProcess
  costs: FanOutCosts
}

const WARM_UP_VIEWERS = 200
const SETTLING_MS = 2_000

/** Measures the servers in turns, so that what else the machine does meets all of them. */
export async function measureInTurns(
  servers: ReadonlyMap<string, FanOutServer>,
  plan: FanOutPlan,
): Promise<Map<string, FanOutCosts>> {
  const contenders = new Map<string, Contender>()
  try {
    for (const [name, server] of servers) contenders.set(name, await gather(server, plan))
    let version = 1_000_000
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const contender of contenders.values()) {
        await measureRound(contender, plan, version)
        version += plan.frames * plan.donationsAFrame
      }
    }
    return new Map([...contenders].map(([name, { costs }]) => [name, costs]))
  } finally {
    for (const { audience } of contenders.values()) audience.disconnect()
  }
}

async function gather(server: FanOutServer, { viewers }: FanOutPlan): Promise<Contender> {
  const { protocol, port, publicationPort, pid } = server
  const audience = fork(join(import.meta.dirname, 'audience.ts'), [
    protocol,
    `${port}`,
    `${publicationPort}`,
  ])
  // The first viewers also warm up the code.
  await give(audience, { kind: 'join', count: WARM_UP_VIEWERS })
  await pause(SETTLING_MS)
  const before = residentKilobytes(pid)
  await give(audience, { kind: 'join', count: viewers })
  await pause(SETTLING_MS)
  const kilobytesAViewer = (residentKilobytes(pid) - before) / viewers
  return {
    server,
    audience,
    costs: { microseconds: [], lastMs: [], kilobytesAViewer, bytesADonation: Number.NaN },
  }
}

async function measureRound(
  { server, audience, costs }: Contender,
  { viewers, frames, everyMs, donationsAFrame }: FanOutPlan,
  version: number,
): Promise<void> {
  const changes = Array.from({ length: frames }, (_, index) =>
    buildChange(version + index * donationsAFrame, donationsAFrame),
  )
  const before = processorMicroseconds(server.pid)
  const report = await give(audience, {
    kind: 'round',
    everyMs,
    changes: changes.map((change) => ({ version: change.version, json: JSON.stringify(change) })),
  })
  if (report.kind !== 'round') throw new Error('A round was not measured.')
  const spent = processorMicroseconds(server.pid) - before
  costs.microseconds.push(spent / (frames * (viewers + WARM_UP_VIEWERS)))
  costs.lastMs.push(quantile(report.lastMs, 0.5))
  costs.bytesADonation = report.bytesAViewer / (frames * donationsAFrame)
}

function give(audience: ChildProcess, order: Order): Promise<Report> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`The viewers ended with ${code}.`))
    audience.once('exit', onExit)
    audience.once('message', (report: Report) => {
      audience.off('exit', onExit)
      if (report.kind === 'failed') reject(new Error(report.message))
      else resolve(report)
    })
    audience.send(order)
  })
}

/** Builds a change of the board as the product announces it. */
function buildChange(version: number, donations: number): LeaderboardChange {
  return {
    version,
    upserts: Array.from({ length: donations }, (_, index) => ({
      position: 1 + ((version * 7_919 + index) % 100_000),
      id: `0198c1f2-7f2e-7000-8000-${String(version + index).padStart(12, '0')}`,
      name: 'Ada Lovelace',
      amountCents: 500 + ((version * 104_729) % 99_500),
      timestamp: new Date(1_780_000_000_000 + version).toISOString(),
    })),
    removals: [],
    total: { count: version, amountCents: version * 2_500 },
  }
}
