import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { BOARDS } from '#tests/states/boards.ts'
import { writeBoard } from '#tests/states/state-backend.ts'
import { prepareServer, WEBHOOK_SECRET } from './prepared-server.ts'

export const CHANGES_PER_SECOND = 20

/** The number of rows around the viewer's position that half of the changes fall on. */
const WATCHED_ROWS = 30

/** One of this many changes takes the first of these rows. */
const CHANGES_FOR_A_FIRST = 200

/** The position that the viewer watches, and the duration of the changes. */
export interface PaymentPhase {
  position: number
  seconds: number
}

export interface Payer {
  url: string
  /** Settles the payments of the next phase, one after another, at the rate. */
  payPhase(phase: PaymentPhase): Promise<void>
  /** Returns the number of donations on the board. */
  countDonations(): Promise<number>
  close(): Promise<void>
}

/** Starts the real server on 100,000 donations, with the payments of all phases prepared. */
export async function openPayer(phases: readonly PaymentPhase[]): Promise<Payer> {
  const crowd = BOARDS.crowd()
  const amounts = planAmounts(
    crowd.map(({ amountCents }) => amountCents),
    phases,
  )
  const prepared = await prepareServer(
    amounts.length,
    // Paid checkouts would be settled at the server's start.
    () => 'open',
    (index) => amounts[index] ?? 500,
  )
  await writeBoard(prepared.dataDir, crowd)
  const server = await prepared.start()
  const refs = prepared.refs.values()
  return {
    url: server.url,
    payPhase: ({ seconds }) =>
      atTheRate(refs.take(countChanges(seconds)), async (ref) => {
        prepared.decide(ref, 'paid')
        await announce(server.url, ref)
      }),
    countDonations: async () => {
      const figures = await (await fetch(`${server.url}/metrics`)).text()
      return Number(/^royale_donations (\d+)$/m.exec(figures)?.[1])
    },
    close: async () => {
      await server.stop()
      await prepared.remove()
    },
  }
}

/** Returns the amounts to pay: every other one lands in the viewer's sight, the others anywhere. */
function planAmounts(board: readonly number[], phases: readonly PaymentPhase[]): number[] {
  const ranked = board.toSorted((a, b) => b - a)
  return phases.flatMap(({ position, seconds }) =>
    Array.from({ length: countChanges(seconds) }, (_, index) => {
      const isFirst = index % CHANGES_FOR_A_FIRST === 0
      const near = isFirst ? position - 1 : position + ((index * 7) % WATCHED_ROWS)
      const place = index % 2 === 0 ? near : (index * 7_919) % ranked.length
      const below = ranked[place] ?? 500
      const above = ranked[place - 1] ?? below + 200
      const amountCents = Math.ceil((above + below) / 2)
      ranked.splice(place, 0, amountCents)
      return amountCents
    }),
  )
}

function countChanges(seconds: number): number {
  return seconds * CHANGES_PER_SECOND
}

async function atTheRate(
  refs: Iterable<string>,
  pay: (ref: string) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  const payments: Promise<void>[] = []
  for (const ref of refs) {
    const dueAt = startedAt + (payments.length * 1000) / CHANGES_PER_SECOND
    await pause(Math.max(0, dueAt - performance.now()))
    payments.push(pay(ref))
  }
  await Promise.all(payments)
}

/** Sends the server the event that a checkout was paid, as Stripe does. */
export async function announce(url: string, ref: string): Promise<void> {
  const body = JSON.stringify({
    id: `evt_${ref}`,
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: { object: 'checkout.session', id: ref } },
  })
  const answer = await fetch(`${url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: WEBHOOK_SECRET,
      }),
    },
    body,
  })
  if (!answer.ok) throw new Error(`The event was refused: ${answer.status}`)
}
