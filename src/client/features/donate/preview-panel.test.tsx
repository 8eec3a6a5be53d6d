import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { PreviewPanel } from './preview-panel.tsx'

test('a previewed panel follows the amounts of the draft, and offers no way to pay', () => {
  stubBrowserApis()
  const requests = serveApi({})
  campaignStore.set(DEFAULT_CAMPAIGN)
  const { container } = render(<PreviewPanel />)
  const publish = (change: object) =>
    act(() => campaignStore.set({ ...campaignStore.read(), ...change }))
  publish({ amounts: { minCents: 300, maxCents: 9_000, defaultCents: 700, chipsCents: [2_100] } })
  const field = screen.getByLabelText<HTMLInputElement>('Amount (USD)')
  expect(field).toMatchObject({ value: '7.00', min: '3.00', max: '90.00' })
  expect(screen.getByRole('button', { name: '$21' })).toBeTruthy()
  expect(container.textContent).toContain('The ways to pay follow here.')
  expect(screen.queryByRole('button', { name: /Donate|PayPal/ })).toBeNull()
  publish({ open: false })
  expect(container.textContent).toContain('Donations are closed')
  expect(container.textContent).not.toContain('The ways to pay')
  expect(requests).toEqual([])
})
