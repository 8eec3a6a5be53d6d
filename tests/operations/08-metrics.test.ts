import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownDonationsSchema } from '#contract/checkouts.ts'
import { ROUTES } from '#contract/routes.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { signUp } from '../helpers/server/donor.ts'

const MONITORING = join(import.meta.dirname, '../../docs/monitoring')
const RUNBOOKS = join(import.meta.dirname, '../../docs/hosting.md')

/** The metrics of which a healthy server has no sample: calls that failed. */
const WITHOUT_SAMPLE = new Set(['royale_provider_errors_total'])

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

const scrape = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()

const read = (file: string) => readFileSync(join(MONITORING, file), 'utf8')

test('a donation is measured from the capture to the board, and the calls that it took', async () => {
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(500))
  await expect.poll(scrape).toMatch(/^royale_donation_seconds_count 1$/m)
  const metrics = await scrape()
  expect(metrics).toMatch(/^royale_provider_call_seconds_count\{provider="stripe"\} [1-9]/m)
  expect(metrics).toMatch(/^royale_ledger_drift_cents\{provider="stripe"\} 0$/m)
  expect(metrics).toMatch(/^royale_build_info\{version="[\d.]+",payments="sandbox",node="v/m)
})

test('a change of a donation is no second arrival', async () => {
  const donor = await signUp(server.url)
  const before = Number(/^royale_donation_seconds_count (\d+)$/m.exec(await scrape())?.[1])
  await donor.fetchCheckout(await donor.payByCard(600))
  await expect.poll(scrape).toContain(`royale_donation_seconds_count ${before + 1}`)
  const { donations } = ownDonationsSchema.parse(
    await (await donor.call(ROUTES.ownDonations)).json(),
  )
  const changed = await donor.call(`${ROUTES.donations}/${donations[0]?.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ anonymous: true }),
  })
  expect(changed.ok).toBe(true)
  const board = async () => (await fetch(`${server.url}${ROUTES.leaderboard}`)).text()
  await expect.poll(board).toContain('"Anonymous"')
  expect(await scrape()).toContain(`royale_donation_seconds_count ${before + 1}`)
})

test('a provider that cannot be reached is counted by kind', async () => {
  const away = await startAppServer({
    PAYMENTS: 'test',
    STRIPE_SECRET_KEY: 'sk_test_a1B2c3D4e5F6g7H8i9J0',
    STRIPE_WEBHOOK_SECRET: 'whsec_a1B2c3D4e5F6g7H8i9J0',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
  })
  try {
    const counted = /^royale_provider_errors_total\{provider="stripe",kind="unavailable"\} [1-9]/m
    const scrapeAway = async () => (await fetch(`http://127.0.0.1:${away.port}/metrics`)).text()
    await expect.poll(scrapeAway).toMatch(counted)
  } finally {
    await away.stop()
  }
})

describe('the alerts and the dashboard', () => {
  test.each(['alerts.yml', 'alerts.test.yml', 'grafana-dashboard.json'])(
    '%s names only metrics that the server has',
    async (file) => {
      const metrics = await scrape()
      const named = new Set(read(file).match(/\b(?:royale|nodejs|process)_\w+/g))
      expect(named.size).toBeGreaterThan(5)
      const unknown = [...named].filter(
        (name) => !WITHOUT_SAMPLE.has(name) && !new RegExp(`^${name}[ {]`, 'm').test(metrics),
      )
      // Ages and parked events have no figure while nothing waits.
      expect(unknown.filter((name) => !metrics.includes(`# TYPE ${name} gauge`))).toEqual([])
    },
  )

  test('each alert leads to a section that says what to do', () => {
    const anchors = new Set(
      [...readFileSync(RUNBOOKS, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      ),
    )
    const runbooks = [...read('alerts.yml').matchAll(/runbook: docs\/hosting\.md#(\S+)/g)]
    expect(runbooks).toHaveLength(read('alerts.yml').match(/- alert: /g)?.length ?? 0)
    expect(runbooks.map(([, anchor = '']) => anchor).filter((one) => !anchors.has(one))).toEqual([])
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0

  test.skipIf(!hasPromtool)('the alerts fire where they must, and nowhere else (promtool)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'royale-alerts-'))
    const promtool = () => {
      const { status, stdout } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
        cwd: folder,
        encoding: 'utf8',
      })
      return { status, stdout }
    }
    try {
      for (const file of ['alerts.yml', 'alerts.test.yml']) {
        copyFileSync(join(MONITORING, file), join(folder, file))
      }
      expect(promtool()).toMatchObject({ status: 0 })
      const blunt = read('alerts.yml').replace('royale_inbox_age_seconds > 600', 'vector(0) > 1')
      writeFileSync(join(folder, 'alerts.yml'), blunt)
      expect(promtool().status).not.toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
