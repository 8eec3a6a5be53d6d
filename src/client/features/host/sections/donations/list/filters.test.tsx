import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectConsoleError } from '#tests/helpers/vitest/console-errors.ts'
import { Filters } from './filters.tsx'

test('the button of the filters names what it opens, and says whether it is open', () => {
  // jsdom does not know the element.
  expectConsoleError(/unrecognized in this browser.* search/s)
  const { container } = render(<Filters />)
  const button = screen.getByRole('button', { name: 'Filters' })
  const controlled = container.querySelector(`#${button.getAttribute('aria-controls')}`)
  const filters = ['State', 'Provider', 'From', 'To', 'Order'].map((name) =>
    screen.getByLabelText(name),
  )
  expect(filters.every((filter) => controlled?.contains(filter))).toBe(true)
  expect(controlled?.contains(screen.getByLabelText(/^Search/))).toBe(false)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
})
