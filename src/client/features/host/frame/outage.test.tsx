import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changes } from '../api/changes.ts'
import { connection } from '../api/connection.ts'
import { Outage } from './outage.tsx'

test('"Try now" asks for all that is shown, and the notice goes with the first answer', async () => {
  act(() => connection.recordFailure())
  render(<Outage />)
  expect(screen.getByRole('alert').textContent).toContain('The server does not answer.')

  const asked: string[] = []
  const unsubscribe = changes.subscribe([], (origin) => asked.push(origin))
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
  unsubscribe()
  expect(asked).toEqual(['own'])

  act(() => connection.recordAnswer())
  expect(screen.queryByRole('alert')).toBeNull()
})
