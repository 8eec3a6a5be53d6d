import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { markRow } from '#client/lib/board-marks.ts'
import { SharedRow } from './shared-row.tsx'

function Board({ ids, shared }: { ids: string[]; shared?: string }) {
  return (
    <>
      <ol>
        {ids.map((id) => (
          <li key={id} {...markRow(id)}>
            {id}
          </li>
        ))}
      </ol>
      {shared && <SharedRow donationId={shared} />}
    </>
  )
}

const lit = () =>
  [...document.querySelectorAll('li[class]:not([class=""])')].map((row) => row.textContent)

test('the shared row is lit, also when it comes into view later', async () => {
  const { rerender } = render(<Board ids={['d1', 'd2']} shared="d2" />)
  expect(lit()).toEqual(['d2'])
  rerender(<Board ids={['d1']} shared="d2" />)
  expect(lit()).toEqual([])
  rerender(<Board ids={['d1', 'd2', 'd3']} shared="d2" />)
  await waitFor(() => expect(lit()).toEqual(['d2']))
})

test('no row stays lit once nothing is shared', () => {
  const { rerender } = render(<Board ids={['d1', 'd2']} shared="d2" />)
  rerender(<Board ids={['d1', 'd2']} />)
  expect(lit()).toEqual([])
})
