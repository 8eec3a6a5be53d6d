import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NamelessDonations } from './nameless-donations.tsx'

test('a donation without a name is shown to its donor as of a donor, and that others do not see it', () => {
  const timestamp = '2026-11-22T00:00:00.000Z'
  const donation = { id: 'x', name: null, amountCents: 500, timestamp, position: null }
  render(<NamelessDonations donations={[donation]} />)
  const name = 'Only you see this: the payment came without a name'
  const group = within(screen.getByRole('region', { name }))
  expect(group.getByRole('listitem').textContent).toBe('A donor$5.00')
  expect(group.getByRole('link', { name: 'Give it a name' }).getAttribute('href')).toBe('/me')
})
