import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { publishOwnPlaces } from '#client/lib/own-places.ts'
import { buildEntries } from '../live/board-builders.ts'
import { OpenPlace } from './open-place.tsx'

afterEach(() => {
  publishOwnPlaces({ ids: new Set(), best: null })
  campaignStore.set(DEFAULT_CAMPAIGN)
})

function show(...amounts: number[]) {
  const onTake = vi.fn<(amountCents?: number) => void>()
  const renderDare = () => <button type="button">Dare a friend</button>
  const rows = buildEntries(...amounts)
  render(
    <>
      {[1, 2, 3].slice(amounts.length).map((position) => (
        <OpenPlace key={position} as="div" {...{ position, rows, onTake, renderDare }} />
      ))}
    </>,
  )
  return onTake
}

test('on an empty board the default amount takes #1, and the others dare a friend', () => {
  const onTake = show()
  fireEvent.click(screen.getByRole('button', { name: '$5 takes it: number 1' }))
  expect(onTake).toHaveBeenCalledWith(500)
  expect(screen.getAllByRole('button', { name: 'Dare a friend' })).toHaveLength(2)
  expect(screen.getByText('Opens with #2')).toBeTruthy()
})

test('the next free place tells what would take a higher one', () => {
  show(2500)
  expect(screen.getByRole('button', { name: '$5 takes it: number 2' })).toBeTruthy()
  expect(screen.getByText('or $25.01 takes #1')).toBeTruthy()
})

test('an amount that would land higher is not offered for the place', () => {
  show(1000, 300)
  expect(screen.getByRole('button', { name: '$3 takes it: number 3' })).toBeTruthy()
  expect(screen.getByText('or $3.01 takes #2')).toBeTruthy()
})

test('equal amounts are passed together', () => {
  show(1000, 1000)
  expect(screen.getByText('or $10.01 takes #1')).toBeTruthy()
})

test.each([
  ['is the first one', [500], ['d1'], 'Nobody holds it yet'],
  ['are all of them', [500, 400], ['d1', 'd2'], 'Nobody holds it yet'],
  ['is right above', [2000, 500], ['d2'], 'or $20.01 takes #1'],
  ['is above an equal one', [500, 500], ['d1'], 'Nobody holds it yet'],
  ['is below an equal one', [500, 500], ['d2'], 'or $5.01 takes #1'],
  ['stands higher than others', [500, 300], ['d1'], 'or $3.01 takes #2'],
])('nobody is offered to pass their own row, which %s', (_where, amounts, ids, told) => {
  publishOwnPlaces({ ids: new Set(ids), best: null })
  show(...amounts)
  expect(screen.getByRole('button', { name: /takes it/ })).toBeTruthy()
  expect(screen.getByText(told)).toBeTruthy()
})

function limit(change: Partial<typeof DEFAULT_CAMPAIGN.amounts>) {
  campaignStore.set({ ...DEFAULT_CAMPAIGN, amounts: { ...DEFAULT_CAMPAIGN.amounts, ...change } })
}

test('a place that the least donation would pass is open, and offered to nobody', () => {
  limit({ minCents: 1000, defaultCents: 1000 })
  show(200)
  expect(screen.queryByRole('button', { name: /takes it/ })).toBeNull()
  expect(screen.getByText('Open')).toBeTruthy()
  expect(screen.getByText('$10.00 takes #1')).toBeTruthy()
})

test('a higher place is told at an amount that may be paid, or not at all', () => {
  limit({ maxCents: 10_000 })
  show(10_000)
  expect(screen.getByRole('button', { name: '$5 takes it: number 2' })).toBeTruthy()
  expect(screen.getByText('Nobody holds it yet')).toBeTruthy()
})

test('what the least donation takes is told, and not the row that it was to pass', () => {
  limit({ minCents: 1000, defaultCents: 1000 })
  show(800, 200)
  expect(screen.getByText('$10.00 takes #1')).toBeTruthy()
})
