import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Account } from './account/account.ts'
import { approvePage } from './approve-page.ts'
import type { OrderDraft } from './records/new-records.ts'
import type { OrderRecord } from './records/records.ts'

const OPENER = 'http://127.0.0.1:3000'
const DRAFT: OrderDraft = {
  status: 'PAYER_ACTION_REQUIRED',
  amountCents: 123_456,
  currency: 'USD',
  referenceId: 'default',
  customId: null,
  invoiceId: null,
  description: 'Tea & <cake>',
  returnUrl: null,
  cancelUrl: null,
}

let app: FastifyInstance
let account: Account

beforeEach(async () => {
  account = new Account({
    publicUrl: 'http://localhost:3000',
    clock: () => 0,
    hostClock: () => 0,
    random: Math.random,
    faults: { take: () => undefined },
    deliver: () => {},
    changed: () => {},
  })
  app = Fastify()
  await app.register(approvePage(account))
})

afterEach(() => app.close())

const LEADS_ON: OrderDraft = {
  ...DRAFT,
  returnUrl: 'http://shop/thanks?a=1',
  cancelUrl: 'http://shop/back',
}

function visit({ id }: Pick<OrderRecord, 'id'>) {
  return app.inject({ url: '/approve', query: { token: id, opener: OPENER } })
}

function answer({ id }: OrderRecord, action: 'pay' | 'cancel', query: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/approve',
    query: { token: id, ...query },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `given_name=+Ada+&surname=Lovelace&action=${action}`,
  })
}

test('it shows the amount and what it is for, and stays in sight of its opener', async () => {
  const { statusCode, body, headers } = await visit(account.createOrder(DRAFT))
  expect(statusCode).toBe(200)
  expect(body).toContain('$1,234.56')
  expect(body).toContain('Test mode')
  expect(body).toContain('Tea &amp; &lt;cake&gt;')
  expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
})

test('paying approves the order and tells the opener alone', async () => {
  const order = account.createOrder(DRAFT)
  const { body } = await answer(order, 'pay', { opener: OPENER })
  expect(order).toMatchObject({
    status: 'APPROVED',
    payer: { givenName: 'Ada', surname: 'Lovelace' },
  })
  const payerID = order.payer?.accountId ?? ''
  expect(payerID).toMatch(/^[2-9A-HJ-NP-Z]{13}$/)
  expect(body).toContain(
    `postMessage({"type":"royale-sandbox-paypal","result":"approved","token":"${order.id}","payerID":"${payerID}"}, "${OPENER}")`,
  )
})

test('cancelling leaves the order as it was and tells the opener', async () => {
  const order = account.createOrder(DRAFT)
  const { body } = await answer(order, 'cancel', { opener: OPENER })
  expect(order.status).toBe('PAYER_ACTION_REQUIRED')
  expect(body).toContain('"result":"cancelled"')
})

test('a full page leads on to where the order says', async () => {
  const order = account.createOrder(LEADS_ON)
  const cancelled = await answer(order, 'cancel')
  expect(cancelled.headers.location).toBe(`http://shop/back?token=${order.id}`)
  const paid = await answer(order, 'pay')
  expect(paid.statusCode).toBe(303)
  expect(paid.headers.location).toBe(
    `http://shop/thanks?a=1&token=${order.id}&PayerID=${order.payer?.accountId ?? ''}`,
  )
})

test.each(['*', 'http://shop/path', '"),alert(1)//', 'javascript:alert(1)', 'null'])(
  '%s is no opener, and nobody is told',
  async (opener) => {
    const { body } = await answer(account.createOrder(DRAFT), 'pay', { opener })
    expect(body).toContain('You can close this window.')
    expect(body).not.toContain('<script>')
  },
)

test('an order that is paid or unknown cannot be approved', async () => {
  const order = account.createOrder(DRAFT)
  account.approve(order, { givenName: 'Ada', surname: 'Lovelace' })
  account.capture(order)
  for (const response of [
    await visit(order),
    await answer(order, 'pay'),
    await visit({ id: 'x' }),
  ]) {
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('This payment is over, or never was.')
  }
})
