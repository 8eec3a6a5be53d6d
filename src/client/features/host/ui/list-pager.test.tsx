import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePages } from './list-pager.tsx'

function List({ length }: { length: number }) {
  const { shown, pager } = usePages(Array.from({ length }, (_, index) => index + 1))
  return (
    <>
      <output>{shown.join(' ')}</output>
      {pager}
    </>
  )
}

const readFirst = () => screen.getByRole('status').textContent.split(' ')[0]

test('a long list has pages, and a page that is gone is left', () => {
  const { rerender } = render(<List length={60} />)
  expect(screen.getByText('1–25 of 60')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(readFirst()).toBe('51')
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
  rerender(<List length={40} />)
  expect(readFirst()).toBe('1')
  rerender(<List length={25} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})
