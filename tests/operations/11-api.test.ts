import { chromium, type Browser } from '@playwright/test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '#contract/routes.ts'
import { ApiCheck, type Exchange } from '../helpers/api/api-check.ts'
import { BROWSER_ARGS, findBrowser } from '../helpers/browser/browser-path.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

let server: AppServer
let json: string
let check: ApiCheck
let donor: Donor

beforeAll(async () => {
  server = await startAppServer()
  json = await (await fetch(`${server.url}/api/openapi.json`)).text()
  check = new ApiCheck(json)
  donor = await signUp(server.url)
  // What hosts can turn on is there, too.
  await publishCampaign(await signUpHost(server), { crowns: true })
})

afterAll(() => server.stop())

/** Sends a request as the donor; returns it with its response. */
async function exchange(method: string, url: string, body?: object): Promise<Exchange> {
  const requestBody = body === undefined ? undefined : JSON.stringify(body)
  const answer = await donor.call(url, { method, ...(requestBody && { body: requestBody }) })
  return {
    method,
    url,
    requestHeaders: { 'content-type': 'application/json' },
    requestBody,
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  }
}

test("the document has no fault by Redocly's rules", async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'operation-singular-tag': 'error', 'no-schema-type-mismatch': 'error' },
  })
  const problems = await lintFromString({ source: json, config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location])).toEqual([])
})

test('each operation has a summary, a failure and a name that begins with a verb', () => {
  const operations = Object.values(check.document.paths).flatMap(Object.values<unknown>)
  expect(operations.length).toBeGreaterThan(100)
  for (const operation of operations) {
    expect(operation).toMatchObject({
      operationId: expect.stringMatching(VERB),
      summary: expect.stringMatching(/^.{10,200}\.$/),
      responses: { 429: expect.anything(), 500: expect.anything(), 503: expect.anything() },
    })
  }
})

const VERB =
  /^(add|begin|cancel|capture|change|check|claim|confirm|create|decide|delete|diagnose|disable|echo|enable|end|export|get|invite|list|log|mail|note|pause|preview|publish|read|receive|reconcile|refund|remove|renew|replace|request|reset|resolve|revoke|send|set|show|sign|start|stop|test|upload|verify|watch|withdraw)([A-Z]|$)/

test('what the document says of reading needs no more than it says', async () => {
  const open = Object.entries(check.document.paths).filter(([path, { get }]) => {
    if (get === undefined || path === ROUTES.live) return false
    return get.security.length === 0 && get.parameters.every(({ required }) => !required)
  })
  expect(open.length).toBeGreaterThan(10)
  for (const [path] of open) {
    const one = await exchange('GET', path)
    expect([path, one.status]).toEqual([path, 200])
    expect(check.compare(one)).toEqual([])
  }
})

describe('requests and answers are as the document says', () => {
  test.each([
    ['POST', ROUTES.createSession, { amountCents: 500 }, 200],
    ['POST', ROUTES.createSession, { amountCents: 5 }, 400],
    ['POST', ROUTES.orders, { amountCents: 700, anonymous: true }, 200],
    ['POST', '/api/paypal/orders/none/capture', undefined, 404],
    ['GET', '/api/checkouts', undefined, 200],
    ['GET', '/api/leaderboard/rank?amountCents=500&positions=1', undefined, 200],
    ['GET', ROUTES.boards, undefined, 200],
    ['GET', '/api/boards/donations-all-time?limit=5', undefined, 200],
    ['GET', '/api/boards/none', undefined, 404],
    ['PUT', ROUTES.profile, { displayName: 'Ada' }, 200],
    ['GET', ROUTES.ownExport, undefined, 200],
    ['GET', '/api/auth/get-session', undefined, 200],
    ['GET', '/api/auth/list-sessions', undefined, 200],
    ['GET', '/api/host/donations', undefined, 403],
    ['POST', '/api/webhooks/stripe', { id: 'evt_1' }, 400],
    ['POST', '/api/diagnoses', undefined, 404],
  ] as const)('%s %s with %j', async (method, url, body, status) => {
    const one = await exchange(method, url, body)
    expect(one.status).toBe(status)
    expect(check.compare(one)).toEqual([])
  })
})

test('the events of the live stream are as the document says', async () => {
  const stream = await fetch(`${server.url}${ROUTES.live}`)
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  const reading = (async () => {
    for await (const bytes of stream.body ?? []) {
      parser.feed(Buffer.from(bytes).toString())
      if (events.some(({ event }) => event === 'change')) return
    }
  })()
  await donor.fetchCheckout(await donor.payByCard(500))
  await reading
  const names = events.map(({ event }) => event)
  expect(names).toContain('snapshot')
  const compared = events.flatMap(({ event = '', data }) =>
    check.compareEvent(ROUTES.live, event, data),
  )
  expect(compared).toEqual([])
  expect(check.compareEvent(ROUTES.live, 'change', '{"version":1}')).toHaveLength(3)
})

test('an answer that the document does not tell of is found', async () => {
  const one = await exchange('GET', ROUTES.config)
  const without = (field: string) => {
    const { [field]: _removed, ...rest } = JSON.parse(one.body ?? '{}')
    return JSON.stringify(rest)
  }
  expect(check.compare({ ...one, body: without('limits') })).toEqual([
    expect.stringContaining("must have required property 'limits'"),
  ])
  expect(check.compare({ ...one, body: `{"more":1,${one.body?.slice(1)}` })).toEqual([
    expect.stringContaining('"additionalProperty":"more"'),
  ])
  const headers = { ...one.headers, 'x-new': '1' }
  expect(check.compare({ ...one, headers })).toEqual([expect.stringContaining('x-new')])
  expect(check.compare({ ...one, status: 418 })).toEqual([expect.stringContaining('a status')])
  const html = { ...one.headers, 'content-type': 'text/html' }
  expect(check.compare({ ...one, headers: html })).toEqual([expect.stringContaining('text/html')])
  expect(check.compare({ ...one, url: '/api/nowhere' })).toEqual([
    expect.stringContaining('no such operation'),
  ])
})

describe('the page of the document', () => {
  let browser: Browser

  beforeAll(async () => {
    const found = await findBrowser()
    if (found === undefined) throw new Error('No Chromium was found.')
    const { executablePath, env } = found
    browser = await chromium.launch({
      executablePath,
      args: BROWSER_ARGS,
      env: { ...process.env, ...env },
    })
  })

  afterAll(() => browser.close())

  test.each([390, 1440])('opens by keyboard at %i px, within its policy', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(`${server.url}/api/docs`)
    expect(await page.title()).toBe('API · Donation Royale')
    const chapter = page.getByRole('button', { name: 'Expand operation' }).first()
    await chapter.waitFor()
    await chapter.focus()
    await page.keyboard.press('Enter')
    await page.getByText('/api/leaderboard/rank').waitFor()
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide).toBe(width)
    expect(errors).toEqual([])
    await page.close()
  })
})
