import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { campaignChangeSchema } from '#contract/campaign/settings.ts'
import { toChange, toValues } from './campaign-values.ts'
import { MilestonesControl } from './milestones-control.tsx'

function Form({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('')
  const edit = (next: string) => {
    setValue(next)
    onValue(next)
  }
  return (
    <MilestonesControl
      {...{ value, isLocked: false, labelledBy: 'a', describedBy: 'b' }}
      onEdit={edit}
    />
  )
}

test('milestones are added, typed and removed by keyboard, and become the goal of a change', async () => {
  let typed = ''
  render(<Form onValue={(value) => (typed = value)} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Add a milestone' }))
  await user.type(screen.getByLabelText('Amount, USD of milestone 1'), '$40')
  await user.type(screen.getByLabelText('Name of milestone 1'), 'Sails')
  await user.click(screen.getByRole('button', { name: 'Add a milestone' }))
  await user.click(screen.getByRole('button', { name: 'Remove milestone 2' }))
  const values = { ...toValues(DEFAULT_CAMPAIGN), 'goal.amountCents': '100' }
  expect(
    campaignChangeSchema.parse(
      toChange({ ...values, 'goal.milestones': typed }, ['goal.milestones']),
    ),
  ).toEqual({
    goal: {
      amountCents: 10_000,
      milestones: [{ amountCents: 4_000, name: 'Sails', description: '' }],
    },
  })
})

test('a goal is shown in the form as it was published', () => {
  const goal = {
    amountCents: 10_000,
    milestones: [{ amountCents: 4_000, name: 'Sails', description: 'Of linen.' }],
  }
  const values = toValues({ ...DEFAULT_CAMPAIGN, goal })
  expect(toChange(values, ['goal.amountCents'])).toEqual({ goal })
  expect(toChange(toValues(DEFAULT_CAMPAIGN), ['goal.amountCents'])).toEqual({ goal: null })
})

test.each([
  [
    { amountCents: 50, milestones: [] },
    'The goal must be an amount from $1.00 to $999,999,999.99.',
  ],
  [
    { amountCents: 500, milestones: [{ amountCents: 600, name: 'A', description: '' }] },
    'No milestone can be above the goal.',
  ],
  [
    { amountCents: 500, milestones: [{ amountCents: 300, name: ' ', description: '' }] },
    'The name of each milestone must have 1 to 60 characters.',
  ],
  [
    {
      amountCents: 500,
      milestones: [1, 2].map((n) => ({ amountCents: 300, name: `${n}`, description: '' })),
    },
    'Each milestone must have an amount of its own.',
  ],
])('a wrong goal is refused in words: %j', (goal, sentence) => {
  const { error } = campaignChangeSchema.safeParse({ goal })
  expect(error?.issues[0]?.message).toBe(sentence)
})
