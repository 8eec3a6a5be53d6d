import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Choice } from '#contract/choices.ts'
import type { Match } from '#contract/matches.ts'
import { serveApi } from '#tests/helpers/page/page.ts'
import { setLiveSums } from '#client/lib/live-sums.ts'
import { MatchedParts } from '../matching/matched-parts.tsx'
import { ChoicesLine } from './choices-line.tsx'

const HOUR = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

const choice: Choice = {
  id: 'c',
  question: 'Which name?',
  options: ['Nautilus', 'Argo', 'Kon-Tiki'].map((label) => ({ id: label, label })),
  opensAt: at(-HOUR),
  closesAt: at(HOUR),
  closedEarly: false,
}

const match: Match = {
  id: 'm',
  sponsor: 'Acme',
  ratePercent: 50,
  capCents: 1_000,
  startsAt: at(-HOUR),
  endsAt: at(HOUR),
  stoppedEarly: false,
  over: false,
}

beforeEach(() => {
  serveApi({ 'GET /api/choices': { body: { now: at(0), version: 1, choices: [] } } })
})

afterEach(() => setLiveSums(undefined))

function tell(cents: number[], matchedCents = 0): void {
  const matches = { m: { countedCents: 2 * matchedCents, matchedCents } }
  act(() => setLiveSums({ version: 1, choices: { c: cents }, matches }))
}

const summary = () => document.querySelector('summary')?.textContent

test.each([
  [[0, 0, 0], 'No votes yet', 'Closed without a vote'],
  [[300, 700, 0], 'Argo leads with 70%', 'Argo has won with 70%'],
  [[500, 500, 0], 'Level: Nautilus and Argo', 'A tie: Nautilus and Argo'],
  [[500, 500, 500], 'Level: Nautilus and 2 others', 'A tie: Nautilus and 2 others'],
])('with votes of %j the line says: %s; and at the end: %s', (cents, open, closed) => {
  const { rerender } = render(<ChoicesLine choices={[choice]} matches={[]} />)
  tell(cents)
  expect(summary()).toContain(open)
  expect(screen.getAllByRole('timer')).toHaveLength(1)
  rerender(<ChoicesLine choices={[{ ...choice, closesAt: at(-2_000) }]} matches={[]} />)
  expect(summary()).toContain(closed)
  expect(screen.queryByRole('timer')).toBeNull()
})

test('the option that leads comes first, and those level in the order of the host', () => {
  render(<ChoicesLine choices={[choice]} matches={[]} />)
  tell([0, 700, 0])
  const labels = screen.getAllByRole('listitem').flatMap((item) => {
    const isOption = item.querySelector('h3') === null
    return isOption ? [item.querySelector('bdi')?.textContent] : []
  })
  expect(labels).toEqual(['Argo', 'Nautilus', 'Kon-Tiki'])
})

test('an open choice leads to the vote, a closed one does not', () => {
  const onDonate = vi.fn<() => void>()
  const line = (of: Choice) => <ChoicesLine choices={[of]} matches={[]} onDonate={onDonate} />
  const { rerender } = render(line(choice))
  screen.getByText('Donate and vote').click()
  expect(onDonate).toHaveBeenCalledTimes(1)
  rerender(line({ ...choice, closesAt: at(-2_000) }))
  expect(screen.queryByText('Donate and vote')).toBeNull()
})

test('a match alone says what it adds, then that it has given all, then what it has come to', () => {
  const { rerender } = render(<ChoicesLine choices={[]} matches={[match]} />)
  expect(summary()).toContain('Acme adds $0.50 to each dollar')
  tell([], 1_000)
  expect(summary()).toContain('Acme has given all of its $10.00')
  rerender(<ChoicesLine choices={[choice]} matches={[{ ...match, over: true }]} />)
  expect(summary()).toContain('1 more')
  expect(document.body.textContent).toContain('Acme has matched $10.00')
})

test('the goal tells donated and matched money apart', () => {
  const other = { ...match, id: 'o', sponsor: 'Globex' }
  const { rerender } = render(
    <MatchedParts matches={[match]} donatedCents={2_000} goalCents={10_000} />,
  )
  tell([], 1_000)
  expect(document.body.textContent).toBe('$20.00 donated + $10.00 matched by Acme')
  rerender(<MatchedParts matches={[match, other]} donatedCents={2_000} goalCents={10_000} />)
  expect(document.body.textContent).toContain('$10.00 matched by Acme and Globex')
})
