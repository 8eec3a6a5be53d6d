import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sessionSchema } from '#contract/checkouts.ts'
import { errorBodySchema } from '#contract/errors.ts'
import { ROUTES } from '#contract/routes.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { payOnHostedPage, signUp } from '../helpers/server/donor.ts'
import { control } from '../helpers/server/embedded-sandbox.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

const lineSchema = z.looseObject({
  msg: z.string(),
  reqId: z.string().optional(),
  donation: z.string().optional(),
})

/** Returns the lines of the log that contain a text, as grep does. */
function grep(text: string): z.infer<typeof lineSchema>[] {
  return server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(text))
    .map((line) => lineSchema.parse(JSON.parse(line)))
}

const messagesOf = (lines: readonly { msg: string }[]) => lines.map(({ msg }) => msg)

test("a donor's reference leads to the donation, and this to all that became of it", async () => {
  const donor = await signUp(server.url)
  const begun = await donor.call(ROUTES.createSession, { method: 'POST', body: '{}' })
  const { id: order, url } = sessionSchema.parse(await begun.json())
  const requestId = begun.headers.get('x-request-id') ?? 'none'
  await expect.poll(() => messagesOf(grep(requestId))).toEqual(['payment started', 'request'])
  const [{ donation = 'none' } = {}] = grep(requestId)
  // The page shows the end of the order's id with a payment that failed.
  expect(grep(order.slice(-17))).toMatchObject([{ msg: 'payment started', donation }])

  await payOnHostedPage(url)
  await donor.fetchCheckout(order)
  await expect.poll(() => messagesOf(grep(donation))).toContain('receipt sent')
  await expect.poll(() => messagesOf(grep(donation))).toContain('webhook event handled')
  expect(messagesOf(grep(donation))).toContain('payment booked')
})

test('a payment that fails is told with the id of the lines that say why', async () => {
  const donor = await signUp(server.url)
  await control(server, '/faults', { provider: 'stripe', fault: '500', times: 'always' })
  const failed = await donor.call(ROUTES.createSession, { method: 'POST', body: '{}' })
  await control(server, '/faults/clear', {})
  expect(failed.status).toBe(503)
  const { error } = errorBodySchema.parse(await failed.json())
  expect(failed.headers.get('x-request-id')).toBe(error.requestId)
  await expect.poll(() => messagesOf(grep(error.requestId))).toEqual(['request'])
  const reason = expect.stringContaining('Stripe answered 500')
  const line = { status: 503, reason, donation: expect.stringMatching(UUID) }
  expect(grep(error.requestId)).toMatchObject([line])
})
