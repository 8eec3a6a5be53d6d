import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Goal as CampaignGoal, Milestone } from '#contract/campaign/goal.ts'
import { Goal } from './goal.tsx'

const GOAL: CampaignGoal = {
  amountCents: 10_000,
  milestones: [
    { amountCents: 2_000, name: 'Keel', description: '' },
    { amountCents: 5_000, name: 'Sails', description: 'Of linen.' },
  ],
}

test('the goal says how far the sum is, and what the next milestone needs', () => {
  render(<Goal goal={GOAL} raisedCents={3_099} />)
  expect(screen.getByRole('progressbar', { name: 'Goal' }).textContent).toBe('$30.99 of $100.00')
  expect(screen.getByText('30%')).toBeTruthy()
  expect(document.body.textContent).toContain('$19.01 to Sails')
})

test('of several milestones that one donation reaches, the highest is told, and the goal above all', () => {
  const onReach = vi.fn<(milestone: Milestone) => void>()
  const { rerender } = render(<Goal goal={GOAL} raisedCents={1_000} onReach={onReach} />)
  rerender(<Goal goal={GOAL} raisedCents={6_000} onReach={onReach} />)
  expect(onReach.mock.calls).toMatchObject([[{ name: 'Sails' }]])
  rerender(<Goal goal={GOAL} raisedCents={10_000} onReach={onReach} />)
  expect(onReach.mock.lastCall).toMatchObject([{ name: 'The goal', amountCents: 10_000 }])
})

test('a first sum, a refund and another goal reach nothing', () => {
  const onReach = vi.fn<(milestone: Milestone) => void>()
  const { rerender } = render(<Goal goal={GOAL} raisedCents={undefined} onReach={onReach} />)
  rerender(<Goal goal={GOAL} raisedCents={6_000} onReach={onReach} />)
  rerender(<Goal goal={GOAL} raisedCents={4_000} onReach={onReach} />)
  rerender(<Goal goal={{ ...GOAL, amountCents: 5_000 }} raisedCents={4_000} onReach={onReach} />)
  expect(onReach).not.toHaveBeenCalled()
})

test('a sum above the goal stays at its end, and says by how much it is above', () => {
  render(<Goal goal={GOAL} raisedCents={25_000} />)
  expect(screen.getByText('250%')).toBeTruthy()
  expect(screen.getByText('The goal is reached')).toBeTruthy()
})

test('the galaxy has the light of the way, and all of it without a goal', () => {
  const { unmount } = render(<Goal goal={GOAL} raisedCents={5_000} />)
  const { dataset, style } = document.documentElement
  expect([dataset['goal'], style.getPropertyValue('--way')]).toEqual(['', '0.5'])
  unmount()
  expect([dataset['goal'], style.getPropertyValue('--way')]).toEqual([undefined, ''])
})
