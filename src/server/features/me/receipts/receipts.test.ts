import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { give } from '#tests/helpers/app/gifts.ts'
import {
  expectError,
  openTestApp,
  type TestApp,
  type TestDonor,
  type TestResponse,
} from '#tests/helpers/app/app.ts'
import { giveTexts } from '#tests/helpers/app/give-texts.ts'
import { setScreening } from '#tests/helpers/app/screening.ts'
import { readMail } from '#tests/helpers/mail/received-mail.ts'

let server: TestApp
let ada: TestDonor
let bo: TestDonor

beforeEach(async () => {
  server = await openTestApp()
  ada = await server.signUp('ada@donor.example')
  bo = await server.signUp('bo@donor.example')
})

afterEach(() => server.close())

const show = (donor: Pick<TestDonor, 'call'>, id: string) =>
  donor.call({ url: `/me/receipts/${id}` })

const mailAgain = (donor: Pick<TestDonor, 'call'>, id: string) =>
  donor.call({ method: 'POST', url: `/api/me/donations/${id}/receipt` })

/** Returns the document's text as a person reads it. */
function textOf({ body }: TestResponse): string {
  const [, main = ''] = body.split(/<\/?main>/)
  return main
    .replace(/<script[\s\S]*<\/script>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

async function giveOne(gift: Parameters<typeof give>[2]): Promise<string> {
  const [id = ''] = await give(server, ada, gift)
  return id
}

describe('the page of a receipt', () => {
  test('tells donor, amount, date, provider, recipient and number', async () => {
    const id = await giveOne({ amountCents: 123_456 })
    const answer = await show(ada, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    const text = textOf(answer)
    for (const fact of [
      'Donation receipt',
      'Test mode: no real money moved.',
      '$1,234.56 USD',
      'Donation Royale Donation receipt',
      'Ada, ada@donor.example',
      'January 1, 1970 (UTC)',
      'Paid with Stripe',
      'Received by The host of localhost:3000',
      `Receipt number ${id}`,
    ]) {
      expect(text).toContain(fact)
    }
    expect(text).not.toContain('Refunded')
  })

  test('names the donor also where the board shows “Anonymous” or “A donor”', async () => {
    await setScreening(server, { mode: 'hold' })
    for (const anonymous of [false, true]) {
      const texts = { displayName: 'Countess', anonymous }
      const id = await giveTexts(server, { donor: ada, texts })
      expect(textOf(await show(ada, id))).toContain('Countess, ada@donor.example')
    }
  })

  test('tells each refund and what is left', async () => {
    const refund = { kind: 'refund' as const, objectId: 're', amountCents: 200 }
    const text = textOf(await show(ada, await giveOne({ amountCents: 500, movements: [refund] })))
    expect(text).toContain('Refunded January 1, 1970 (UTC) $2.00')
    expect(text).toContain('Given after refunds $3.00')
  })

  test.each(['<script>alert(1)</script>', '"><svg onload=alert(1)>', "'&lt;b&gt;", '\u202Eevil'])(
    'shows the name %s as text',
    async (name) => {
      const plain = await show(ada, await giveOne({ amountCents: 500 }))
      const hostile = await show(ada, await giveOne({ amountCents: 500, name }))
      const tagsOf = ({ body }: TestResponse) => body.match(/<\/?[a-z]+/g)
      expect(tagsOf(hostile)).toEqual(tagsOf(plain))
    },
  )

  test("is one's own alone; others read why in a document", async () => {
    const id = await giveOne({ amountCents: 500 })
    const strange = await show(bo, id)
    expect(strange.statusCode).toBe(404)
    expect(textOf(strange)).toContain(
      'You have no receipt of this number. There is one as soon as the money of a donation has come.',
    )
    const visitor = await show(server, id)
    expect(visitor.statusCode).toBe(401)
    expect(textOf(visitor)).toContain('Please log in first.')
    const odd = await show(ada, '%3Cscript%3E')
    expect(odd.statusCode).toBe(404)
    expect(odd.body).not.toContain('%3C')
  })
})

describe('a receipt by mail again', () => {
  const copies = () =>
    readdirSync(join(server.database.dataDir, 'mail'))
      .filter((name) => name.startsWith('copy-') && name.endsWith('.eml'))
      .map((name) => readMail(readFileSync(join(server.database.dataDir, 'mail', name), 'utf8')))

  test('goes to the address of the account', async () => {
    const id = await giveOne({ amountCents: 500 })
    expect((await mailAgain(ada, id)).json()).toEqual({ sentTo: 'ada@donor.example' })
    await expect.poll(copies).toHaveLength(1)
    expect(copies()[0]?.headers.get('to')).toBe('ada@donor.example')
  })

  test('goes three times a day, also for parallel requests', async () => {
    const id = await giveOne({ amountCents: 500 })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => mailAgain(ada, id)))
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused).toHaveLength(2)
    for (const answer of refused) {
      expect(expectError(answer, 429, 'resource-exhausted')).toBe(
        'This receipt was mailed three times today. Look into your spam folder, or try again tomorrow.',
      )
    }
  })

  test('is refused for donations of others', async () => {
    const id = await giveOne({ amountCents: 500 })
    expectError(await mailAgain(bo, id), 404, 'not-found')
    expectError(await mailAgain(server, id), 401, 'unauthenticated')
  })
})
