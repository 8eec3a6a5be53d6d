import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { checkoutSchema, type Checkout } from '#contract/checkouts.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { TeamChoice } from '#contract/donor-teams/choice.ts'
import { leaderboardPageSchema, type LeaderboardPage } from '#contract/leaderboard.ts'
import type { TextChoice } from '#contract/texts.ts'
import type { CheckoutRow } from '#server/features/checkouts/store.ts'
import type { TestResponse, TestApp, TestDonor } from './app.ts'
import type { ReceivedRequest } from '../network/http-double.ts'
import type { TestSandbox } from '../providers/payment-sandbox.ts'

const BEGIN_URLS = { stripe: '/api/create-checkout-session', paypal: '/api/paypal/orders' }

/** What a donor may say of a donation besides its amount. */
type DonationFields = TextChoice & TeamChoice & { optionId?: string }

export interface BegunCheckout {
  provider: ProviderName
  /** The session's or order's id. */
  ref: string
  url: string | null
}

/** Requests a session or an order; returns any response. */
export function requestCheckout(
  donor: TestDonor,
  provider: ProviderName,
  amountCents = 500,
  texts: DonationFields = {},
): Promise<TestResponse> {
  const payload = { amountCents, ...texts }
  return donor.call({ method: 'POST', url: BEGIN_URLS[provider], payload })
}

export async function begin(
  donor: TestDonor,
  provider: ProviderName,
  amountCents?: number,
  texts?: DonationFields,
): Promise<BegunCheckout> {
  const answer = await requestCheckout(donor, provider, amountCents, texts)
  if (answer.statusCode !== 200) throw new Error(`Nothing was begun: ${answer.body}`)
  const { id, url = null } = answer.json<{ id: string; url?: string }>()
  return { provider, ref: id, url }
}

/**
 * Begins a checkout and pays on the provider's page; the server has no event of the payment yet.
 */
export async function beginAndPay(
  donor: TestDonor,
  payments: TestSandbox,
  choice: { provider: ProviderName; amountCents?: number; texts?: DonationFields },
): Promise<BegunCheckout> {
  const { provider } = choice
  const begun = await begin(donor, provider, choice.amountCents, choice.texts)
  await payments.payers[provider].pay(begun.ref, begun.url)
  return begun
}

export function capture(donor: TestDonor, { ref }: BegunCheckout): Promise<TestResponse> {
  return donor.call({ method: 'POST', url: `/api/paypal/orders/${ref}/capture` })
}

export async function fetchCheckout(
  donor: TestDonor,
  { ref }: Pick<BegunCheckout, 'ref'>,
): Promise<Checkout> {
  return parse(await donor.call({ url: `/api/checkouts/${ref}` }), checkoutSchema)
}

/** Delivers an event as the provider has sent it, or with other headers or another body. */
export function deliver(
  server: TestApp,
  provider: ProviderName,
  { body, headers }: Pick<ReceivedRequest, 'body' | 'headers'>,
): Promise<TestResponse> {
  const url = `/api/webhooks/${provider}`
  const { 'content-length': _ofAnotherBody, ...rest } = headers
  // Providers send no Origin header.
  return server.app.inject({ method: 'POST', url, payload: body, headers: rest })
}

/** Returns names and cents, from the top of the board. */
export async function readBoard(server: TestApp): Promise<[name: string, amountCents: number][]> {
  const { entries } = await readBoardPage(server)
  return entries.map(({ name, amountCents }) => [name, amountCents])
}

/**
 * Returns the top of the board once it has all that is committed now: it follows the ledger a moment
 * later.
 */
export async function readBoardPage(server: TestApp): Promise<LeaderboardPage> {
  const committed = await findNewestChange(server)
  for (;;) {
    const page = parse(await server.call({ url: '/api/leaderboard' }), leaderboardPageSchema)
    if (page.version >= committed) return page
    await pause(10)
  }
}

/** Returns the version of the newest change of any donation. */
async function findNewestChange({ database }: TestApp): Promise<number> {
  const newest = await database.reader
    .selectFrom('board_changes')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.version ?? 0
}

export function requireCheckoutRow({ database }: TestApp, ref: string): Promise<CheckoutRow> {
  return database.reader
    .selectFrom('checkouts')
    .selectAll()
    .where('provider_ref', '=', ref)
    .executeTakeFirstOrThrow()
}

/** Changes the checkout's row without the product, as after a crash or a manipulation. */
export async function alterCheckout(
  { database }: TestApp,
  { ref }: Pick<BegunCheckout, 'ref'>,
  change: object,
): Promise<void> {
  await database.autocommit
    .updateTable('checkouts')
    .set(change)
    .where('provider_ref', '=', ref)
    .execute()
}

function parse<Schema extends z.ZodType>(answer: TestResponse, schema: Schema): z.infer<Schema> {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return schema.parse(answer.json())
}
