import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BROWSER_ARGS, findBrowser } from '#tests/helpers/browser/browser-path.ts'
import { listenSandbox, type ListeningSandbox } from '../server.ts'

const found = await findBrowser()

const LOADER = readFileSync(
  join(createRequire(import.meta.url).resolve('@paypal/paypal-js'), '../../iife/paypal-js.js'),
)
const orderSchema = z.object({
  id: z.string().optional(),
  details: z.tuple([z.object({ issue: z.string() })]).optional(),
})

let browser: Browser
let sandbox: ListeningSandbox
let shop: Server
let page: Page
/** The calls of the page's handlers, in order. */
let told: string[]
let pageErrors: string[]
let makeOrder: () => Promise<string | undefined>

describe.skipIf(found === undefined)("the wallet's script, loaded by PayPal's own loader", () => {
  beforeAll(async () => {
    const { executablePath = '', env = {} } = found ?? {}
    browser = await chromium.launch({
      executablePath,
      args: BROWSER_ARGS,
      env: { ...process.env, ...env },
    })
    const webhookUrl = 'http://127.0.0.1:9/nobody'
    sandbox = await listenSandbox({
      stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', webhookUrl },
      paypal: { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1', webhookUrl },
    })
    shop = await openShop()
  })

  afterAll(async () => {
    await browser.close()
    await sandbox.close()
    shop.close()
  })

  beforeEach(async () => {
    told = []
    pageErrors = []
    makeOrder = async () => (await callApi('/v2/checkout/orders', newOrder())).id
    page = await browser.newPage()
    page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
    page.on('pageerror', ({ message }) => pageErrors.push(message))
    await page.exposeFunction('tell', (words: string) => told.push(words))
    await page.exposeFunction('makeOrder', () => makeOrder())
    await page.exposeFunction('capture', capture)
    await page.goto(`http://localhost:${portOf(shop)}/`)
    await button().waitFor()
  })

  afterEach(() => page.context().close())

  test('draws one golden pill of the height asked for, and breaks no policy', async () => {
    expect(await button().boundingBox()).toMatchObject({ height: 40 })
    await expect.poll(() => told).toEqual(['init'])
    const popup = await click()
    await pay(popup, 'Lovelace')
    await expect.poll(() => told).toContain('approved COMPLETED')
    expect(pageErrors).toEqual([])
  })

  test('tells the page of an approval, and closes the window when the page is done', async () => {
    const popup = await click()
    await popup.getByText('Test mode', { exact: true }).waitFor()
    await pay(popup, 'Lovelace')
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(told).toEqual(['init', 'approved COMPLETED'])
  })

  test('shows the payer again where the page restarts after a decline', async () => {
    const popup = await click()
    await pay(popup, 'DECLINE')
    await expect.poll(() => told).toContain('approved INSTRUMENT_DECLINED')
    await pay(popup, 'Lovelace')
    await expect.poll(() => told.at(-1)).toBe('approved COMPLETED')
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  test('tells the page of a payer who cancels', async () => {
    const popup = await click()
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => told).toContain('cancelled')
  })

  test('tells the page of a payer who closes the window', async () => {
    const popup = await click()
    await popup.getByLabel('Given name').waitFor()
    await popup.close()
    await expect.poll(() => told).toContain('cancelled')
  })

  test('opens no other window for a payer who closed it before there was an order', async () => {
    const order = Promise.withResolvers<string | undefined>()
    makeOrder = () => order.promise
    const popup = await click()
    await popup.close()
    order.resolve((await callApi('/v2/checkout/orders', newOrder())).id)
    await expect.poll(() => told).toContain('cancelled')
    expect(page.context().pages()).toEqual([page])
  })

  test('tells the page of an order that it could not make, and closes the window', async () => {
    makeOrder = () => Promise.reject(new Error('The amount is too small.'))
    const popup = await click()
    await expect.poll(() => told.at(-1)).toMatch(/^failed .*The amount is too small\./)
    await expect.poll(() => popup.isClosed()).toBe(true)
  })
})

function button() {
  return page.getByRole('button', { name: 'Donate with PayPal' })
}

async function click(): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button().click()])
  return popup
}

async function pay(popup: Page, surname: string) {
  await popup.getByLabel('Given name').fill('Ada')
  await popup.getByLabel('Surname').fill(surname)
  await popup.getByRole('button', { name: 'Pay' }).click()
}

/** Opens a page with the product's policy, under another host name than the sandbox's. */
async function openShop(): Promise<Server> {
  const files: Record<string, string | Buffer> = {
    '/': '<!doctype html><title>Shop</title><div id="wallet"></div><script src="/loader.js"></script><script src="/shop.js"></script>',
    '/loader.js': LOADER,
    '/shop.js': shopScript(),
  }
  const policy = `default-src 'self'; script-src 'self' ${sandbox.url}; style-src 'self'; connect-src 'self' ${sandbox.url}; frame-src ${sandbox.url}; object-src 'none'; base-uri 'none'`
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
    response.setHeader('content-security-policy', policy)
    response.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups')
    response.end(files[url])
  })
  await new Promise<void>((resolve) => {
    server.listen(0, resolve)
  })
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The shop has no port.')
  return address.port
}

function shopScript(): string {
  return `
    paypalLoadScript({
      clientId: 'client', currency: 'USD', intent: 'capture', environment: 'sandbox',
      sdkBaseUrl: '${sandbox.url}/_sandbox/paypal/sdk/js', dataNamespace: 'wallet',
    }).then((wallet) => wallet.Buttons({
      style: { color: 'gold', shape: 'pill', label: 'donate', height: 40 },
      onInit: () => tell('init'),
      createOrder: () => makeOrder(),
      onApprove: async ({ orderID }, actions) => {
        const outcome = await capture(orderID)
        await tell('approved ' + outcome)
        if (outcome === 'INSTRUMENT_DECLINED') actions.restart()
      },
      onCancel: () => tell('cancelled'),
      onError: ({ message }) => tell('failed ' + message),
    }).render('#wallet')).catch(({ message }) => tell('broken ' + message))
  `
}

function newOrder() {
  return {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'USD', value: '12.05' } }],
  }
}

async function capture(orderId: string): Promise<string> {
  const { details } = await callApi(`/v2/checkout/orders/${orderId}/capture`, {})
  return details?.[0].issue ?? 'COMPLETED'
}

const tokenSchema = z.object({ access_token: z.string() })

async function callApi(path: string, body: object) {
  const base = `${sandbox.url}/_sandbox/paypal`
  const granted = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('client:secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = tokenSchema.parse(await granted.json())
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return orderSchema.parse(await answer.json())
}
