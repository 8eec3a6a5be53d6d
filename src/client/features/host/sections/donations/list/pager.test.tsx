import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HostDonation, HostDonationsPage } from '#contract/host/donations.ts'
import { router } from '../../../router/router.ts'
import { Pager } from './pager.tsx'

const DONATION: HostDonation = {
  id: 'd1',
  checkoutId: 'c1',
  provider: 'stripe',
  state: 'refunded',
  name: 'Ada',
  email: null,
  amountCents: 500,
  refundedCents: 500,
  disputedCents: 0,
  leftCents: 0,
  onTheWayCents: 0,
  at: '2026-11-22T10:00:00.000Z',
  paymentRef: null,
  captureId: null,
  isDeleted: false,
}

function show(search: string, page: Partial<HostDonationsPage>): void {
  const donations = Array.from({ length: 50 }, () => DONATION)
  const rest = { timeZone: 'UTC', donations, total: 2_312, previous: null, next: null }
  render(<Pager search={search} page={{ ...rest, ...page }} />)
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the position is told beside the ways to the pages around', () => {
  show('?state=refunded&after=9600.7&page=3', { previous: '9600.6', next: '9500.3' })
  expect(screen.getByText('101–150 of 2,312')).toBeTruthy()
  press('Next page')
  expect(router.read().search).toBe('?state=refunded&after=9500.3&page=4')
  press('Previous page')
  expect(router.read().search).toBe('?state=refunded&before=9600.6&page=2')
  press('First page')
  expect(router.read().search).toBe('?state=refunded')
})

test('the last page leads no further, and a total that is not counted to its end says so', () => {
  show('?after=9600.7&page=2', { previous: '9600.6', total: 10_000 })
  expect(screen.getByText('51–100 of 10,000 or more')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
})

test('a page without a number tells the total alone', () => {
  show('?after=9600.7', { previous: '9600.6', next: '9500.3' })
  expect(screen.getByText('2,312 in all')).toBeTruthy()
})

test('a list of one page has nothing to turn', () => {
  show('?state=refunded', { total: 50 })
  expect(screen.getByText('50 in all')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
