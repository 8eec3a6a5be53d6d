import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sessionSchema } from '#contract/checkouts.ts'
import { errorBodySchema } from '#contract/errors.ts'
import { ROUTES } from '#contract/routes.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { payOnHostedPage, signUp, type Donor } from '../helpers/server/donor.ts'
import { control } from '../helpers/server/embedded-sandbox.ts'
import { SOURCES } from '../helpers/server/program.ts'
import { startCollector, type Collector, type ReceivedSpan } from '../helpers/traces/collector.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

let collector: Collector
let server: AppServer

beforeAll(async () => {
  collector = await startCollector()
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary',
    OTEL_SERVICE_NAME: 'royale-of-ours',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  // In the compiled program, modules have lost the names of their packages.
  server = await startAppServer(environment, [], SOURCES)
})

afterAll(async () => {
  await server.stop()
  await collector.close()
})

const lineSchema = z.looseObject({
  msg: z.string(),
  donation: z.string().optional(),
  trace_id: z.string().optional(),
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

/** Returns the names of a step's inner steps, each with its own, as a tree. */
function treeOf(root: ReceivedSpan | undefined): object {
  const inner = collector.spans().filter(({ parentSpanId }) => parentSpanId === root?.spanId)
  return Object.fromEntries(inner.map((span) => [span.name, treeOf(span)]))
}

const find = (name: string) => collector.spans().find((span) => span.name === name)

/** Returns whether a step is linked with another, both ways. */
function areLinked(one: ReceivedSpan | undefined, other: ReceivedSpan | undefined): boolean {
  const names = (from: ReceivedSpan | undefined, to: ReceivedSpan | undefined) =>
    from?.links.some(({ spanId }) => spanId === to?.spanId) ?? false
  return names(one, other) && names(other, one)
}

const begin = ({ call }: Donor, headers = {}) =>
  call(ROUTES.createSession, { method: 'POST', body: '{}', headers })

test("a donor's reference leads to the donation, and this to all that became of it", async () => {
  const donor = await signUp(server.url)
  const begun = await begin(donor)
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
  await expect.poll(() => messagesOf(grep(donation))).toContain('payment booked')
})

test('a donation is one trace, linked with the requests and events that it went through', async () => {
  await expect.poll(() => find('receipt.send')).toBeDefined()
  await expect.poll(() => find('webhook.handle')).toBeDefined()
  // Steps come in the order of their ends.
  await expect
    .poll(() => treeOf(find('checkout.begin')))
    .toMatchObject({
      'db.write checkouts.begin': {},
      'stripe.start': {},
      'db.write checkouts.attach-ref': {},
      'checkout.settle': { 'stripe.find': {}, 'db.write checkouts.book-captures': {} },
      'receipt.send': { 'mail.send': {}, 'db.write receipts.finish': {} },
    })
  const first = find('checkout.begin')
  expect(first?.attributes).toMatchObject({
    'royale.provider': 'stripe',
    'royale.amount.cents': 500,
  })
  expect(areLinked(first, find(`POST ${ROUTES.createSession}`))).toBe(true)
  const posted = () => collector.spans().filter(({ name }) => name === 'POST /api/webhooks/stripe')
  const led = find('webhook.handle')?.links.map(({ spanId }) => spanId)
  await expect.poll(() => posted().some(({ spanId }) => led?.includes(spanId))).toBe(true)
  // The lines about it have the id of its trace.
  expect(grep('"payment booked"')).toMatchObject([{ trace_id: first?.traceId }])
  expect(collector.resources()[0]).toMatchObject({ 'service.name': 'royale-of-ours' })
  expect(collector.requests[0]?.headers.authorization).toBe('Bearer canary')
})

test('a payment that fails is told with the id of the lines that say why', async () => {
  const donor = await signUp(server.url)
  await control(server, '/faults', { provider: 'stripe', fault: '500', times: 'always' })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const failed = await begin(donor, {
    'x-forwarded-for': '203.0.113.9',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  })
  await control(server, '/faults/clear', {})
  expect(failed.status).toBe(503)
  const { error } = errorBodySchema.parse(await failed.json())
  expect(failed.headers.get('x-request-id')).toBe(error.requestId)
  await expect.poll(() => messagesOf(grep(error.requestId))).toEqual(['request'])
  const reason = expect.stringContaining('Stripe answered 500')
  const line = { status: 503, reason, donation: expect.stringMatching(UUID), trace_id: traceId }
  expect(grep(error.requestId)).toMatchObject([line])
  // The trace goes on from the proxy's, and says what failed.
  const ofRequest = () =>
    collector.spans().find(({ attributes }) => attributes['royale.request.id'] === error.requestId)
  await expect.poll(ofRequest).toMatchObject({
    traceId,
    attributes: { 'http.response.status_code': 503, 'error.type': '503' },
  })
})

test('traces have no personal data and no secrets', () => {
  const sent = collector.requests.map(({ body }) => body).join('\n')
  expect(sent).toContain('password.hash')
  for (const secret of ['@donor.example', 'a long password', 'Lovelace', '203.0.113.9', 'canary'])
    expect(sent).not.toContain(secret)
})

test('a collector that is away disturbs nothing, and is told once', async () => {
  const away = 'Traces cannot be sent: the collector cannot be reached or refuses them.'
  const times = (sentence: string) => server.log().split(sentence).length - 1
  collector.respond({ status: 400, body: '' })
  const donor = await signUp(server.url)
  await expect.poll(() => times(away)).toBe(1)
  await donor.fetchCheckout(await donor.payByCard(700))
  const before = collector.requests.length
  await expect.poll(() => collector.requests.length).toBeGreaterThan(before)
  collector.respond('hang')
  await donor.fetchCheckout(await donor.payByCard(800))
  expect(times(away)).toBe(1)
  const ended = server.ended()
  const asked = Date.now()
  process.kill(server.pid(), 'SIGTERM')
  expect(await ended).toBe(0)
  expect(Date.now() - asked).toBeLessThan(10_000)
})

test('without a collector nothing of OpenTelemetry is loaded', async () => {
  const hook = `import { registerHooks } from 'node:module'; registerHooks({ load: (url, context, next) => {
    if (url.includes('@opentelemetry/')) console.log('loaded ' + url); return next(url, context) } })`
  const loaded = () =>
    /@opentelemetry\/(?!api\/|semantic-conventions\/)[\w-]+/.exec(server.log())?.[0]
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`
  const without = { OTEL_EXPORTER_OTLP_ENDPOINT: undefined, NODE_OPTIONS }
  await server.restart(without)
  // Other packages bring its interface, which does nothing by itself, and its words.
  expect(server.log()).toContain('@opentelemetry/api/')
  expect(loaded()).toBeUndefined()
  await server.restart({ NODE_OPTIONS })
  expect(loaded()).toBeDefined()
})
