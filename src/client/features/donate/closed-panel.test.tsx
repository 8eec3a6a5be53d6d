import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { forgetConfig } from '#client/lib/config.ts'
import { DonatePanel } from './donate-panel.tsx'

beforeEach(() => {
  sessionStorage.clear()
  stubBrowserApis()
  forgetConfig()
  campaignStore.set(DEFAULT_CAMPAIGN)
})

function publish(changes: Partial<Campaign>): void {
  act(() => campaignStore.set({ ...campaignStore.read(), ...changes }))
}

async function openPanel(requireAcceptance = () => true) {
  const requests = serveApi({ 'GET /api/config': { body: buildConfig({ payments: 'live' }) } })
  await act(async () =>
    render(
      <Suspense>
        <DonatePanel focusRequested={false} onFocused={() => {}} {...{ requireAcceptance }} />
      </Suspense>,
    ),
  )
  return { posted: () => requests.filter(({ route }) => route.startsWith('POST')) }
}

const panel = () => screen.getByRole('region')
const shown = () => screen.queryByRole('button', { name: 'Donate with Stripe' })

test('a closed panel says so in words and offers no way to pay', async () => {
  campaignStore.set({ ...DEFAULT_CAMPAIGN, open: false })
  await openPanel()
  expect(panel().textContent).toContain('Donations are closed')
  expect(panel().textContent).toContain('The board stays as it is.')
  expect(shown()).toBeNull()
})

test('after the deadline the panel says when donations were closed', async () => {
  campaignStore.set({ ...DEFAULT_CAMPAIGN, deadline: '2026-01-31T22:59:00.000Z' })
  await openPanel()
  expect(panel().textContent).toMatch(/They closed on January 31, 2026.*\(UTC\)\. The board/)
})

test('a panel that is closed meanwhile keeps the buttons of an open payment, out of sight', async () => {
  await openPanel()
  const stripe = shown()
  publish({ open: false })
  expect(shown()).toBeNull()
  expect(stripe?.isConnected).toBe(true)
  publish({ open: true })
  expect(shown()).toBe(stripe)
})

test('the amounts are those of the campaign, also when they change', async () => {
  campaignStore.set({
    ...DEFAULT_CAMPAIGN,
    amounts: { minCents: 300, maxCents: 9_000, defaultCents: 700, chipsCents: [700, 2_100] },
  })
  await openPanel()
  const field = screen.getByLabelText<HTMLInputElement>('Amount (USD)')
  expect(field).toMatchObject({ value: '7.00', min: '3.00', max: '90.00' })
  expect(screen.getByRole('button', { name: '$21' })).toBeDefined()

  publish({ amounts: { minCents: 1_000, maxCents: 9_000, defaultCents: 1_000, chipsCents: [] } })
  await act(async () => shown()?.click())
  expect(panel().textContent).toContain('The smallest donation is $10.00.')
})

test('a disclaimer that is not accepted holds the payment back', async () => {
  const requireAcceptance = vi.fn<() => boolean>(() => false)
  const { posted } = await openPanel(requireAcceptance)
  await act(async () => shown()?.click())
  expect(requireAcceptance).toHaveBeenCalledOnce()
  expect(posted()).toEqual([])
})
