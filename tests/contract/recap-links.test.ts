import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hostRoundsSchema } from '#contract/host/rounds.ts'
import type { RoundDetails } from '#contract/rounds.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import { bookCaptures } from '#server/features/checkouts/store.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '../helpers/app/app.ts'
import { give } from '../helpers/app/gifts.ts'
import { buildCapture } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const MINUTE = 60_000

const HEAD =
  '<!--share-tags--><title>Recap</title><!--/share-tags--><script nonce="__CSP_NONCE__"></script>'

let pageDir: string

beforeAll(() => {
  pageDir = join(mkdtempSync(join(tmpdir(), 'royale-recap-')), 'client')
  mkdirSync(pageDir)
  for (const name of ['index', 'host', 'me', 'preview', 'recap'])
    writeFileSync(join(pageDir, `${name}.html`), HEAD)
})

afterAll(() => rmSync(join(pageDir, '..'), { recursive: true }))

describe.each(DATABASES)('a link to a recap on $name', ({ open }) => {
  let database: Database
  let bus: Bus
  let server: TestApp
  let host: TestDonor
  let now: number

  beforeEach(async () => {
    now = Date.parse('2026-12-01T20:00:00Z')
    database = await open()
    bus = createMemoryBus()
    server = await openTestApp({ database, bus, pageDir, clock: () => now })
    host = await server.signUpHost()
  })

  afterEach(async () => {
    await server.close()
    await database.close()
  })

  const at = (minutes: number) => new Date(now + minutes * MINUTE).toISOString()

  async function createRound(name = 'Final hour'): Promise<string> {
    const payload = { name, startsAt: at(0), endsAt: at(60) }
    const answer = await host.call({ method: 'POST', url: '/api/host/rounds', payload })
    return hostRoundsSchema.parse(answer.json()).rounds[0]?.id ?? ''
  }

  async function pay(donor: TestDonor, amountCents: number, name: string): Promise<string> {
    now += MINUTE
    const [id = ''] = await give(server, donor, { amountCents, timestamp: now, name })
    return id
  }

  /** Ends the round, and waits until its results are recorded. */
  async function end(id: string): Promise<void> {
    now += 90 * MINUTE
    bus.publish()
    const read = async () => (await server.call({ url: `/api/rounds/${id}` })).json<RoundDetails>()
    await expect.poll(async () => (await read()).results).not.toBeNull()
  }

  async function openPage(url: string, status = 200): Promise<string> {
    const { statusCode, body } = await server.call({ url })
    expect(statusCode).toBe(status)
    return body
  }

  const contentOf = (body: string, name: string) =>
    new RegExp(`="${name}" content="([^"]*)"`).exec(body)?.[1]

  test('says who won, with a picture of it', async () => {
    const id = await createRound()
    await pay(await server.signUp('ada@x.example'), 500, 'Ada')
    await pay(await server.signUp('bo@x.example'), 900, 'Bo')
    const running = await openPage(`/rounds/${id}/recap`)
    expect(contentOf(running, 'description')).toContain('Bo leads with $9.00, among 2 donations.')
    await end(id)
    const body = await openPage(`/rounds/${id}/recap`)
    expect(body).toContain('<title>Recap: Final hour · Donation Royale</title>')
    expect(body).not.toContain('<title>Recap</title>')
    expect(body).toMatch(/<script nonce="[^"_]+">/)
    expect(contentOf(body, 'og:description')).toContain('Bo won with $9.00, among 2 donations.')
    expect(contentOf(body, 'og:url')).toBe(`http://localhost:3000/rounds/${id}/recap`)
    expect(contentOf(body, 'twitter:card')).toBe('summary_large_image')
    const [image, former] = [body, running].map((text) => contentOf(text, 'og:image') ?? '')
    expect(image).not.toBe(former)
    const picture = await server.call({ url: image ?? '' })
    expect(picture.headers['content-type']).toBe('image/png')
    expect(image).toContain(`/cards/round/${id}.png?v=`)
  })

  test('names nobody who took their name back, and is markup of nobody', async () => {
    const id = await createRound('"><script>alert(1)</script>')
    const ada = await server.signUp('ada@x.example')
    const donation = await pay(ada, 500, 'Ada </title>')
    await end(id)
    const before = await openPage(`/rounds/${id}/recap`)
    expect(before).toContain('Ada &lt;/title&gt; won')
    expect(before).not.toContain('<script>alert')
    const payload = { anonymous: true }
    await ada.call({ method: 'PATCH', url: `/api/donations/${donation}`, payload })
    const after = await openPage(`/rounds/${id}/recap`)
    expect(after).not.toContain('Ada')
    expect(contentOf(after, 'description')).toContain(`${ANONYMOUS} won with $5.00`)
    expect(contentOf(after, 'og:image')).not.toBe(contentOf(before, 'og:image'))
  })

  test('has no tags where there is no recap, and the status says so', async () => {
    const id = await createRound()
    await host.call({ method: 'POST', url: `/api/host/rounds/${id}/cancel` })
    for (const round of [id, 'none', '%3Cscript%3E', 'a'.repeat(90)]) {
      expect(await openPage(`/rounds/${round}/recap`, 404)).toContain('<title>Recap</title>')
      expectError(await server.call({ url: `/cards/round/${round}.png` }), 404, 'not-found')
    }
    // The recap of all time is there with the crowns alone.
    expect(await openPage('/recap', 404)).not.toContain('og:')
    const headers = { 'if-match': '"0"' }
    const url = '/api/host/campaign'
    await host.call({ method: 'PUT', url, headers, payload: { crowns: true } })
    const body = await openPage('/recap')
    expect(contentOf(body, 'description')).toBe('Nobody has donated yet: be the first.')
    expect(contentOf(body, 'og:image')).toContain('/cards/top.png?v=')
  })

  test('to a round whose only donation was refunded does not say that nobody donated', async () => {
    const id = await createRound()
    await pay(await server.signUp('ada@x.example'), 500, 'Ada')
    await end(id)
    const paid = await database.reader.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
    const movements = [{ kind: 'refund' as const, objectId: 're_1', amountCents: 500 }]
    await database.write(bookCaptures, buildCapture(paid, { name: 'Ada', movements }))
    bus.publish()
    const read = async () => (await server.call({ url: `/api/rounds/${id}` })).json<RoundDetails>()
    await expect.poll(async () => (await read()).results?.version).toBe(2)
    const body = await openPage(`/rounds/${id}/recap`)
    expect(contentOf(body, 'description')).toBe('No donation of this round counts any more.')
  })

  test('to a round without donations has the card of the board', async () => {
    const id = await createRound()
    now += 90 * MINUTE
    const body = await openPage(`/rounds/${id}/recap`)
    expect(contentOf(body, 'description')).toBe('Nobody donated in this round.')
    expect(contentOf(body, 'og:image')).toContain('/cards/top.png?v=')
    expectError(await server.call({ url: `/cards/round/${id}.png` }), 404, 'not-found')
  })
})
