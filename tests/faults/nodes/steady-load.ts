import { setTimeout as pause } from 'node:timers/promises'
import { signUpFaultDonor, type FaultDonor } from '../fault-donor.ts'

/** Donations that are made without a pause, by card and by wallet in turn. */
export interface SteadyLoad {
  /** The ids of the donations of which a donor was told that they are paid. */
  acknowledged: ReadonlySet<string>
  /** Waits until `count` more donations are acknowledged. */
  untilMore(count: number): Promise<void>
  /** Lets the donors end what they have begun; fails if one of them had to give up. */
  stop(): Promise<void>
}

const DONORS = 3
const PAUSE_MS = 150
const RETRY_MS = 200
/** The time after which a donor gives up; far longer than any fault lasts. */
const PATIENCE_MS = 120_000
/** One account may begin 20 payments before it needs a proof of work. */
const DONATIONS_OF_ACCOUNT = 15

/** The refusals that a client tries again: limits, and a server that is away. */
const RETRIED =
  /\b(?:429|50[0234])\b|"(?:unavailable|resource-exhausted|deadline-exceeded)"|fetch failed|Unexpected end|is not valid JSON/

/** Has donors give at the nodes behind `url`, and try again what failed, as the page does. */
export function startLoad(url: string, providersUrl: string): SteadyLoad {
  const acknowledged = new Set<string>()
  let isOver = false
  const harness = { server: { url }, providersUrl }

  async function donate(index: number): Promise<void> {
    let donor: FaultDonor | undefined
    for (let count = 0; !isOver; count += 1) {
      const isSpent = count % DONATIONS_OF_ACCOUNT === 0
      donor = isSpent || donor === undefined ? await retry(() => signUpFaultDonor(harness)) : donor
      const giving = donor
      const amountCents = 200 + ((count * 7 + index * 31) % 900)
      const byCard = (count + index) % 2 === 0
      acknowledged.add(await (byCard ? payByCard : payByWallet)(giving, amountCents))
      await pause(PAUSE_MS)
    }
  }

  const work = Array.from({ length: DONORS }, (_, index) => donate(index))
  // A donor who gives up is reported by `stop`.
  for (const donor of work) donor.catch(() => {})
  return {
    acknowledged,
    untilMore: async (count) => {
      const target = acknowledged.size + count
      const failed = Promise.race(work.map((donor) => donor.then(() => undefined)))
      while (acknowledged.size < target) await Promise.race([pause(50), failed])
    },
    stop: async () => {
      isOver = true
      await Promise.all(work)
    },
  }
}

async function payByCard(donor: FaultDonor, amountCents: number): Promise<string> {
  const session = await retry(() => donor.payByCard(amountCents))
  return untilPaid(async () => (await donor.fetchCheckout(session)).donation)
}

async function payByWallet(donor: FaultDonor, amountCents: number): Promise<string> {
  const order = await retry(() => donor.approveByWallet(amountCents))
  return untilPaid(async () => (await donor.capture(order)).donation)
}

function untilPaid(read: () => Promise<{ id: string } | null>): Promise<string> {
  return retry(async () => {
    const donation = await read()
    if (donation === null) throw new Error('503: not paid yet')
    return donation.id
  })
}

async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isRetried(error) || performance.now() > deadline) throw error
      await pause(RETRY_MS)
    }
  }
}

function isRetried(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || error instanceof TypeError || RETRIED.test(error.message)
}
