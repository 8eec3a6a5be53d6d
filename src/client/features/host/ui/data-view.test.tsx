import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { connection } from '../api/connection.ts'
import { DataView } from './data-view.tsx'

function show(error: AppError) {
  const refresh = vi.fn<() => Promise<void>>().mockResolvedValue(undefined)
  const source = { data: undefined, error, refresh }
  render(
    <DataView source={source} name="the team">
      {() => 'data'}
    </DataView>,
  )
  return refresh
}

test('what the server refuses is told with a way to try again', async () => {
  const refresh = show(new AppError('unknown', 'The team cannot be read now.'))
  expect(screen.getByRole('alert').textContent).toContain('The team cannot be read now.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refresh).toHaveBeenCalledOnce()
})

test('a server that does not answer is told once, by the frame', () => {
  act(() => connection.recordFailure())
  show(new AppError('unavailable', 'The server cannot be reached.'))
  expect(screen.getByText('As soon as the server answers, the team will be here.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
