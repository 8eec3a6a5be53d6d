import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isConnectionError, signUpFaultDonor, type FaultDonor } from './fault-donor.ts'
import {
  remainingCents,
  openFaultHarness,
  type FaultHarness,
  type TakenPayment,
} from './fault-harness.ts'

const ROUNDS = 6
const DONORS = 6

let harness: FaultHarness

beforeAll(async () => {
  harness = await openFaultHarness()
})

afterAll(() => harness.close())

test('a kill at any moment loses no acknowledged donation, counts none twice, and forgets no refund', async () => {
  const donors: FaultDonor[] = []
  while (donors.length < DONORS) donors.push(await signUpFaultDonor(harness))
  const acknowledged = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const stopped = new AbortController()
    const work = [
      ...donors.map((donor) => donateUntil(stopped.signal, donor, acknowledged)),
      refundUntil(stopped.signal),
    ]
    // The kill comes at a random moment, once donations are running.
    await expect.poll(() => acknowledged.size).toBeGreaterThan(round * 2)
    // Both ways in which money goes back have been met by then.
    await expect.poll(() => takenBack).toBeGreaterThan(1)
    await pause(Math.random() * 800)
    await harness.server.kill()
    stopped.abort()
    await Promise.all(work)
    await harness.server.restart()
  }
  await harness.waitUntilConsistent()
  const payments = await harness.fetchPayments()
  expect(payments.some(({ refundedCents }) => refundedCents > 0)).toBe(true)
  expect(payments.some(({ disputedCents }) => disputedCents > 0)).toBe(true)
  const booked = readCaptures(join(harness.server.dataDir, 'royale.db'))
  expect(booked.map(({ object_id }) => object_id).toSorted()).toEqual(
    payments.map(({ paymentId }) => paymentId).toSorted(),
  )
  expect(booked.map(({ donation_id }) => donation_id)).toEqual(
    expect.arrayContaining([...acknowledged]),
  )
})

/**
 * Donates repeatedly, by card and by wallet, and records what the server said is paid. An account
 * that reaches the limit of checkouts without a proof of work is replaced by another.
 */
async function donateUntil(
  stopped: AbortSignal,
  first: FaultDonor,
  acknowledged: Set<string>,
): Promise<void> {
  let donor: FaultDonor | undefined = first
  while (!stopped.aborted) {
    try {
      donor ??= await signUpFaultDonor(harness)
      const { donation } = await donateOnce(donor)
      if (donation !== null) acknowledged.add(donation.id)
    } catch (error) {
      const isAtLimit = String(error).includes('429')
      // Requests fail when the server dies or a limit is reached.
      if (!isConnectionError(error) && !isAtLimit) throw error
      if (isAtLimit) donor = undefined
      await pause(50)
    }
  }
}

async function donateOnce(donor: FaultDonor) {
  const amountCents = 200 + Math.floor(Math.random() * 800)
  return Math.random() < 0.5
    ? donor.fetchCheckout(await donor.payByCard(amountCents))
    : donor.capture(await donor.approveByWallet(amountCents))
}

/** Refunds at the providers payments that are not refunded yet. */
async function refundUntil(stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await pause(30)
    const whole = (await harness.fetchPayments()).filter(
      (payment) => payment.capturedCents > 0 && remainingCents(payment) === payment.capturedCents,
    )
    const chosen = whole[Math.floor(Math.random() * whole.length * 3)]
    if (chosen !== undefined) await takeBack(chosen)
  }
}

/** The number of payments that were taken back, each in the next of the ways. */
let takenBack = 0

async function takeBack({ provider, paymentId, capturedCents }: TakenPayment): Promise<void> {
  const payment = { provider, paymentId }
  const ways = [
    () => harness.control('/refunds', payment),
    () => harness.control('/disputes', payment),
    () => harness.control('/refunds', { ...payment, amountCents: Math.ceil(capturedCents / 3) }),
    () => harness.control('/disputes', { ...payment, outcome: 'lost' }),
    () => harness.control('/disputes', { ...payment, outcome: 'won' }),
  ]
  const way = ways[takenBack % ways.length]
  takenBack += 1
  await way?.()
}

function readCaptures(file: string): { object_id: string; donation_id: string }[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database
    .prepare(`select object_id, donation_id from ledger_entries where kind = 'capture'`)
    .all()
  database.close()
  return rows.map(({ object_id, donation_id }) => ({
    object_id: String(object_id),
    donation_id: String(donation_id),
  }))
}
