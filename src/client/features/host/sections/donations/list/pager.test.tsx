import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { router } from '../../../router/router.ts'
import { Pager } from './pager.tsx'

test('the page is told beside the ways to the first and the next one', () => {
  render(<Pager search="?state=refunded&after=9600.7&page=2" next="9500.3" />)
  expect(screen.getByText('Page 2')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(router.read().search).toBe('?state=refunded&after=9500.3&page=3')
  fireEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(router.read().search).toBe('?state=refunded')
})

test('the last page is told, and leads no further', () => {
  render(<Pager search="?after=9600.7&page=2" next={null} />)
  expect(screen.getByText('Page 2, the last one')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
})

test('a list of one page has nothing to turn', () => {
  render(<Pager search="?state=refunded" next={null} />)
  expect(screen.getByText('That is all.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
