import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

test.each([
  ['refuses', { clipboard: { writeText: () => Promise.reject(new Error('Not allowed.')) } }],
  ['has no clipboard', {}],
])('a browser that %s leaves the text to be copied by hand, and says so', async (_, browser) => {
  vi.stubGlobal('navigator', browser)
  render(<CopyButton text="ABCD" label="Copy the key" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy the key' }))
  expect(
    await screen.findByText('Your browser refused. Please select and copy it by hand.'),
  ).toBeDefined()
})
