import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findBody, findLight, findRow } from '#client/lib/board-marks.ts'
import { DonorRow } from './donor-row.tsx'
import { PodiumPlace } from './podium-place.tsx'
import type { RowView } from './row-view.ts'

const ROW: RowView = {
  donation: { id: 'd1', name: 'Ada', amountCents: 500, timestamp: '2026-11-21T10:00:00.000Z' },
  position: 1,
  size: 1,
  timeAgo: 'just now',
  tie: null,
  rankChange: 0,
  light: 1,
  behindCents: 0,
  own: false,
  held: false,
}

test.each([
  ['a place on the podium', PodiumPlace, '1'],
  ['a row of the list', DonorRow, 'A'],
])('the body and the light of %s are found by what lies over the board', (_, Row, shown) => {
  render(
    <ol>
      <Row {...ROW} />
    </ol>,
  )
  const row = findRow('d1')
  expect(row?.tagName).toBe('LI')
  expect(row && findBody(row)?.textContent).toBe(shown)
  expect(row && findLight(row)).toBeInstanceOf(HTMLElement)
  expect(findRow('d2')).toBeUndefined()
})
