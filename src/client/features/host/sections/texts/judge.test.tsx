import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hostTextSchema, type HostText } from '#contract/host/texts.ts'
import { Judge } from './judge.tsx'

const TEXT = hostTextSchema.parse({
  id: 'd1',
  revision: 1,
  state: 'pending',
  hidden: false,
  anonymous: false,
  nameFrom: 'donor',
  approved: { name: 'Ada', message: null },
  shown: { name: 'A donor', message: null },
  reasons: [],
  amountCents: 500,
  leftCents: 500,
  changedAt: '2026-11-22T12:00:00.000Z',
  decision: null,
})

/** Shows a text to a host. */
function show(text: Partial<HostText>): void {
  render(
    <Judge
      text={{ ...TEXT, ...text }}
      place={{ index: 0, count: 1 }}
      meanwhile={undefined}
      others={[]}
      isBusy={false}
      isRenaming={false}
      onAct={() => {}}
      onRename={async () => {}}
      onCancelRename={() => {}}
      onNext={() => {}}
    />,
  )
}

const rows = () => screen.queryAllByRole('definition').map(({ textContent }) => textContent)

test('a host reads the row as it is now and would be, with the money that counts', () => {
  show({ leftCents: 300 })
  expect(rows()).toEqual(['A donor$3.00', 'Ada$3.00'])
})

test('of a donation whose money went back a host reads that no row of it is shown', () => {
  show({ leftCents: 0 })
  expect(rows()).toEqual([])
  expect(
    screen.getByText(
      'None of its $5.00 counts now: the leaderboard does not show it, whatever you decide.',
    ),
  ).toBeDefined()
})
