import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { BOARDS } from '../tests/states/boards.ts'
import { writeBoard } from '../tests/states/state-backend.ts'
import { prepareServer, WEBHOOK_SECRET } from './prepared-server.ts'

export const CHANGES_PER_SECOND = 20

/** Half of the changes fall on so many rows around the one that is looked at. */
const ROWS_LOOKED_AT = 30

/** One of so many takes the first of these rows. */
const CHANGES_FOR_A_FIRST = 200

/** Where the viewer of a payer's changes looks, and for how long they are to last. */
export interface Scene {
  position: number
  seconds: number
}

export interface Payer {
  url: string
  /** Has the payments of the next scene settled, one after another, at the rate. */
  play(scene: Scene): Promise<void>
  /** How many donations the board has. */
  countDonations(): Promise<number>
  close(): Promise<void>
}

/** The real server on 100,000 donations, and who will pay in it, scene by scene. */
export async function openPayer(scenes: readonly Scene[]): Promise<Payer> {
  const crowd = BOARDS.crowd()
  const amounts = planAmounts(
    crowd.map(({ amountCents }) => amountCents),
    scenes,
  )
  const prepared = await prepareServer(
    amounts.length,
    // Were they paid already, the server would find out by itself at its start.
    () => 'open',
    (index) => amounts[index] ?? 500,
  )
  await writeBoard(prepared.dataDir, crowd)
  const server = await prepared.start()
  const refs = prepared.refs.values()
  return {
    url: server.url,
    play: ({ seconds }) =>
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

/** Every other donation lands in sight of the scene's viewer, the others anywhere. */
function planAmounts(board: readonly number[], scenes: readonly Scene[]): number[] {
  const ranked = board.toSorted((a, b) => b - a)
  return scenes.flatMap(({ position, seconds }) =>
    Array.from({ length: countChanges(seconds) }, (_, index) => {
      const isFirst = index % CHANGES_FOR_A_FIRST === 0
      const near = isFirst ? position - 1 : position + ((index * 7) % ROWS_LOOKED_AT)
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

/** Tells the server that a checkout was paid, as Stripe does. */
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
