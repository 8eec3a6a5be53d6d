import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { NewLeader } from './new-leader.tsx'

beforeEach(stubBrowserApis)

test('it shows who leads and with how much, hidden from screen readers', () => {
  const leader = { id: 'd1', name: 'Nova', amountCents: 50_000 }
  render(<NewLeader leader={leader} burstNumber={1} />)
  const words = screen.getByText('takes', { exact: false }).closest('p')
  expect(words?.textContent).toBe('Nova takes #1 with $500.00')
  expect(words?.closest('[aria-hidden=true]')).not.toBeNull()
})
