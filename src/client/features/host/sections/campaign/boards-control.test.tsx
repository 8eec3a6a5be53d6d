import { useState } from 'react'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BoardsControl } from './boards-control.tsx'

function Control({ first, isLocked = false }: { first: string; isLocked?: boolean }) {
  const [boards, setBoards] = useState(first)
  return (
    <>
      <BoardsControl
        value={boards}
        isLocked={isLocked}
        labelledBy="label"
        describedBy="notes"
        onEdit={setBoards}
      />
      <output>{boards}</output>
    </>
  )
}

const value = () => screen.getByRole('status').textContent

const box = (name: RegExp) => screen.getByRole('checkbox', { name })

test('a board that is chosen comes last, and can be moved up', () => {
  render(<Control first="donations-all-time" />)
  fireEvent.click(box(/^Donors this week/))
  fireEvent.click(box(/^Today/))
  expect(value()).toBe('donations-all-time, donors-week, donations-today')
  fireEvent.click(screen.getByRole('button', { name: 'Move up: Today' }))
  expect(value()).toBe('donations-all-time, donations-today, donors-week')
  fireEvent.click(box(/^All time/))
  expect(value()).toBe('donations-today, donors-week')
})

test('the last board cannot be taken away', () => {
  render(<Control first="donors-month" />)
  expect(box(/^Donors this month/)).toHaveProperty('disabled', true)
})

test('nothing can be changed where the campaign file sets the boards', () => {
  render(<Control first="donors-month, donations-today" isLocked />)
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
  for (const one of screen.getAllByRole('checkbox')) expect(one).toHaveProperty('disabled', true)
  expect(screen.queryAllByRole('button')).toEqual([])
})
