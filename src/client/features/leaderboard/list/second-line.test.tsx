import { render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { DonorRow } from './donor-row.tsx'
import { PodiumPlace } from './podium-place.tsx'
import type { RowView } from './row-view.ts'
import { WholeMessages } from './whole-messages.tsx'

const ROW: RowView = {
  donation: { id: 'd1', name: 'Ada', amountCents: 500, timestamp: '2026-11-21T10:00:00.000Z' },
  position: 1,
  size: 1,
  timeAgo: '5 min ago',
  tie: 'earlier',
  rankChange: 0,
  light: 1,
  behindCents: 0,
  own: false,
  held: false,
}

const ROWS = [
  ['a place on the podium', withMessages(PodiumPlace)],
  ['a row of the list', withMessages(DonorRow)],
] as const

/** Returns a row together with the messages of its list. */
function withMessages(Row: ComponentType<RowView>): ComponentType<RowView> {
  return (row) => (
    <>
      <Row {...row} />
      <WholeMessages rows={[row]} />
    </>
  )
}

test.each(ROWS)('%s without a message shows the time alone', (_, Row) => {
  const { container } = render(<Row {...ROW} />, { container: document.createElement('ol') })
  expect(container.textContent).toContain('5 min ago · tied, earlier')
  expect(container.querySelector('button, [popover]')).toBeNull()
})

test('the later of two equal amounts is tied with the row above, not behind it', () => {
  const { container } = render(<DonorRow {...ROW} tie="later" />)
  expect(container.querySelector('[data-behind]')?.getAttribute('data-behind')).toBe('tied')
})

test.each(ROWS)('%s shows a message on one line, and all of it when pressed', (_, Row) => {
  const donation = { ...ROW.donation, message: '<b>For the whales</b>' }
  const { baseElement } = render(<Row {...ROW} donation={donation} />)
  const line = screen.getByRole('button', { name: '“<b>For the whales</b>”' })
  const whole = baseElement.querySelector(`#${line.getAttribute('popovertarget')}`)
  expect(whole?.textContent).toBe('Ada“<b>For the whales</b>”5 min ago · tied, earlier')
})

test.each(ROWS)('%s whose name is held says so to its donor', (_, Row) => {
  const { container } = render(<Row {...ROW} tie={null} own held />)
  expect(container.textContent).toContain('Waits for approval')
  expect(container.textContent).not.toContain('5 min ago')
})

test.each(ROWS)('%s whose message is held shows it to its donor, and that it waits', (_, Row) => {
  const donation = { ...ROW.donation, message: 'For the whales' }
  const { baseElement } = render(<Row {...ROW} donation={donation} own held />)
  const line = screen.getByRole('button', { name: 'Waits for approval: “For the whales”' })
  const whole = baseElement.querySelector(`#${line.getAttribute('popovertarget')}`)
  expect(whole?.textContent).toBe('Ada“For the whales”Waits for approval · tied, earlier')
  expect(baseElement.textContent).not.toContain('5 min ago')
})
