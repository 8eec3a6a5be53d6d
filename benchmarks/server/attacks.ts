import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { signUp, type Donor } from '#tests/helpers/server/donor.ts'
import { announce } from '../fixtures/board-payer.ts'
import { quantile, type Figure } from '../figure.ts'
import { prepareServer, type PreparedServer } from '../fixtures/prepared-server.ts'
import { findListener, residentKilobytes } from './process-memory.ts'
import { gatherCrowd, type Crowd } from '../fixtures/viewers.ts'

const VIEWERS = 1_000
const PHASE_S = 20
const RECOVERY_MS = 60_000
const DONATION_EVERY_MS = 200
const CHECKOUT_EVERY_MS = 500

/**
 * The checkouts per donor, fewer than an account may begin in ten minutes without a proof of work.
 */
const CHECKOUTS_PER_DONOR = 15

const ATTACKS = [
  'second requests on streams',
  'unread answers',
  'password hashing',
  'password guessing',
]

const DONATIONS_PER_PHASE = (PHASE_S * 1_000) / DONATION_EVERY_MS
const CHECKOUTS_PER_PHASE = (PHASE_S * 1_000) / CHECKOUT_EVERY_MS

/** The measurements of one phase, as other visitors experience it. */
interface Phase {
  /** The time from the provider's event to the frame at each viewer, p99, ms. */
  frameMs: number
  slowestCheckoutMs: number
  refusedCheckouts: number
  memoryKilobytes: number
}

interface AttackedServer {
  url: string
  pid: number
  prepared: PreparedServer
  crowd: Crowd
  donors: readonly Donor[]
  victim: Donor
}

/** Attacks the real server for 20 s in each way, while 1,000 people watch and some donate. */
export async function measureAttacks(): Promise<Figure[]> {
  const phases = ATTACKS.length + 2
  const prepared = await prepareServer(phases * DONATIONS_PER_PHASE, () => 'open', amountOf)
  const server = await prepared.start()
  try {
    const target = await openAttackedServer(prepared, server, phases)
    const quiet = await measurePhase(target, 0)
    const figures: Figure[] = []
    for (const [index, attack] of ATTACKS.entries()) {
      const attacked = startAttacker(attack, server.port, target.victim)
      figures.push(...compare(attack, quiet, await measurePhase(target, index + 1)))
      await attacked
    }
    await pause(RECOVERY_MS)
    figures.push(...compare('a minute after', quiet, await measurePhase(target, phases - 1)))
    target.crowd.leave()
    return figures
  } finally {
    await server.stop()
    await prepared.remove()
  }
}

/** Returns the amount of a donation; each has its own, by which its frame is found. */
function amountOf(index: number): number {
  return 500_000 + index
}

async function openAttackedServer(
  prepared: PreparedServer,
  { url, port }: { url: string; port: number },
  phases: number,
): Promise<AttackedServer> {
  const victim = await signUp(url, 'victim@donor.example')
  const count = Math.ceil((phases * CHECKOUTS_PER_PHASE) / CHECKOUTS_PER_DONOR)
  const donors: Donor[] = []
  for (let n = 0; n < count; n += 1) donors.push(await signUp(url))
  return {
    url,
    pid: findListener(port),
    prepared,
    crowd: await gatherCrowd(port, VIEWERS),
    donors,
    victim,
  }
}

async function measurePhase(target: AttackedServer, phase: number): Promise<Phase> {
  const frames = donate(target, phase)
  const checkouts = beginCheckouts(target, phase)
  const memory = watchMemory(target.pid)
  const [frameMs, answers] = await Promise.all([frames, checkouts])
  return {
    frameMs: quantile(frameMs, 0.99),
    slowestCheckoutMs: Math.max(...answers.map(({ ms }) => ms)),
    refusedCheckouts: answers.filter(({ ok }) => !ok).length,
    memoryKilobytes: memory.stop(),
  }
}

/** Pays donations at their rate; returns the time until each viewer got each of them, ms. */
async function donate({ url, prepared, crowd }: AttackedServer, phase: number): Promise<number[]> {
  const latencies: number[] = []
  const first = phase * DONATIONS_PER_PHASE
  for (const [n, ref] of prepared.refs.slice(first, first + DONATIONS_PER_PHASE).entries()) {
    prepared.decide(ref, 'paid')
    const begun = performance.now()
    const arrivals = crowd.arrivalsOf(`"amountCents":${amountOf(first + n)}`)
    await announce(url, ref)
    for (const arrival of await arrivals) latencies.push(arrival - begun)
    await pause(Math.max(0, begun + DONATION_EVERY_MS - performance.now()))
  }
  return latencies
}

async function beginCheckouts(
  { donors }: AttackedServer,
  phase: number,
): Promise<{ ms: number; ok: boolean }[]> {
  const answers: { ms: number; ok: boolean }[] = []
  for (let n = 0; n < CHECKOUTS_PER_PHASE; n += 1) {
    const donor = donors[Math.floor((phase * CHECKOUTS_PER_PHASE + n) / CHECKOUTS_PER_DONOR)]
    if (donor === undefined) throw new Error('There are fewer donors than checkouts need.')
    const begun = performance.now()
    const body = JSON.stringify({ amountCents: 500 })
    const { ok } = await donor.call('/api/create-checkout-session', { method: 'POST', body })
    answers.push({ ms: performance.now() - begun, ok })
    await pause(Math.max(0, begun + CHECKOUT_EVERY_MS - performance.now()))
  }
  return answers
}

function watchMemory(pid: number): { stop: () => number } {
  let most = residentKilobytes(pid)
  const timer = setInterval(() => (most = Math.max(most, residentKilobytes(pid))), 250)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

/** Runs an attack beside the phase; resolves when it is over, and prints what it sent. */
async function startAttacker(attack: string, port: number, { cookies }: Donor): Promise<void> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const script = `${import.meta.dirname}/attacker.ts`
  const child = spawn(process.execPath, [script, attack, `${port}`, `${PHASE_S}`, cookie], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(child, 'exit')
}

function compare(name: string, quiet: Phase, phase: Phase): Figure[] {
  const limited = (what: string, value: number, unit: string, atMost: number): Figure => ({
    name: `${name}: ${what}`,
    value,
    unit,
    limit: { atMost },
  })
  const times = (key: 'frameMs' | 'memoryKilobytes') => phase[key] / quiet[key]
  return [
    { name: `${name}: frame p99`, value: phase.frameMs, unit: 'ms' },
    limited('frame p99 over quiet', times('frameMs'), '×', 2),
    limited('slowest checkout', phase.slowestCheckoutMs, 'ms', 1_000),
    limited('refused checkouts', phase.refusedCheckouts, 'checkouts', 0),
    limited('memory over quiet', times('memoryKilobytes'), '×', 2),
  ]
}
