import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installErrorAnswers } from './errors.ts'
import { installMetrics } from './metrics.ts'

const measured = {
  viewers: () => 3,
  total: () => ({ count: 2, amountCents: 1_234 }),
  events: async () => ({ waiting: 5, parked: 1 }),
}

function openApp() {
  const app = Fastify({ trustProxy: true })
  installErrorAnswers(app)
  installMetrics(app, measured)
  return app
}

test('this machine sees the figures as they are now', async () => {
  const { body } = await openApp().inject('/metrics')
  expect(body).toContain('royale_live_viewers 3')
  expect(body).toContain('royale_donations_cents 1234')
  expect(body).toContain('royale_webhook_events_waiting 5')
  expect(body).toContain('royale_webhook_events_parked 1')
})

test('what a proxy on this machine passes on is not from this machine', async () => {
  const app = Fastify()
  installErrorAnswers(app)
  installMetrics(app, measured)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
})

test('to everybody else the figures are not there', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect((await openApp().inject({ url: '/metrics', headers })).statusCode).toBe(404)
})
