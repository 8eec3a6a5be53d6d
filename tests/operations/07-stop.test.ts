import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openRawClient } from '../attacks/raw-client.ts'
import { openViewer } from '../helpers/live/live-viewer.ts'
import { signUpFaultDonor } from '../faults/fault-donor.ts'
import { openFaultHarness } from '../faults/fault-harness.ts'
import { startMailServer } from '../helpers/mail/mail-server.ts'
import { openHttpDouble, type Reply } from '../helpers/network/http-double.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { signUp } from '../helpers/server/donor.ts'

/** The time that supervisors allow before they kill. */
const LIMIT_MS = 10_000

/** Ends a server by a signal; returns its exit code, or 'too late'. */
function stop(server: AppServer): Promise<unknown> {
  const ended = server.ended()
  process.kill(server.pid(), 'SIGTERM')
  return Promise.race([ended, pause(LIMIT_MS, 'too late', { ref: false })])
}

test('streams, kept connections, the sandbox and slow uploads do not hold a server that stops', async () => {
  const server = await startAppServer()
  onTestFinished(server.stop)
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(500))
  const viewer = await openViewer(`${server.url}/api/leaderboard/live`)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const kept = get(`${server.url}/healthz`, { agent }, (response) => response.resume())
  await once(kept, 'close')
  const upload = await openRawClient({ port: server.port })
  upload.send(
    'POST /api/webhooks/stripe HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\nslow',
  )
  expect(await stop(server)).toBe(0)
  expect(server.log()).not.toContain('had not stopped')
  await viewer.ended
  expect(viewer.retries).toHaveLength(2)
  upload.destroy()

  await server.restart()
  const board = await fetch(`${server.url}/api/leaderboard`)
  expect(await board.json()).toMatchObject({ total: { count: 1, amountCents: 500 } })
})

/** Starts a server whose provider and mail server have frozen, with a payment and a mail under way. */
async function startFrozen(): Promise<AppServer> {
  let reply: Reply = { status: 404, body: { error: { type: 'invalid_request_error' } } }
  const stripe = await openHttpDouble(() => reply)
  const mail = await startMailServer({ isStuck: true })
  const server = await startAppServer({
    PAYMENTS: 'test',
    STRIPE_SECRET_KEY: `sk_test_${'a1B2c3D4'.repeat(3)}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${'a1B2c3D4'.repeat(3)}`,
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: mail.url,
  })
  onTestFinished(async () => {
    await server.kill()
    await stripe.close()
    await mail.close()
    await server.stop()
  })
  reply = 'hang'
  const donor = await signUp(server.url)
  const before = stripe.requests.length
  void donor
    .call('/api/create-checkout-session', { method: 'POST', body: '{"amountCents":500}' })
    .catch(() => undefined)
  await expect.poll(() => stripe.requests.length).toBeGreaterThan(before)
  return server
}

test('a frozen provider and a frozen mail server do not hold it, and the next start is whole', async () => {
  const server = await startFrozen()
  expect(await stop(server)).toBe(0)
  await server.restart()
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('a payment that the provider took without a word is left for the reconciler', async () => {
  const harness = await openFaultHarness()
  onTestFinished(harness.close)
  const { server } = harness
  const donor = await signUpFaultDonor(harness)
  const order = await donor.approveByWallet(700)
  await harness.control('/faults', { provider: 'paypal', fault: 'silent', path: '/capture' })
  void donor.capture(order).catch(() => undefined)
  const isTaken = async () => (await harness.fetchPayments()).length
  await expect.poll(isTaken).toBe(1)
  expect(await stop(server)).toBe(0)
  await server.restart()
  expect(await harness.waitUntilConsistent()).toEqual({ count: 1, amountCents: 700 })
})

test('a second signal ends it at once', async () => {
  const server = await startFrozen()
  const ended = server.ended()
  process.kill(server.pid(), 'SIGTERM')
  // Signals that come together are one.
  await expect.poll(() => isOpen(server)).toBe(false)
  process.kill(server.pid(), 'SIGTERM')
  expect(await ended).toBe(143)
  expect(server.log()).toContain('A second signal came: the server ends at once.')
})

async function isOpen({ url }: AppServer): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    // It listens no more.
    return false
  }
}
