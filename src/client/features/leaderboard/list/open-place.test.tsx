import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildEntries } from '../live/board-builders.ts'
import { OpenPlace } from './open-place.tsx'

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
