import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AccountSection } from './account-section.tsx'

test('whoever deletes their account reads before that their spending limits end with it', () => {
  render(<AccountSection onDeleted={async () => {}} />)
  expect(screen.getByRole('region', { name: 'Delete your account' }).textContent).toContain(
    'Your spending limits end with the account: whoever signs up again starts without them.',
  )
})
