import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { HostChoice } from '#contract/host/choices.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { ChoiceForm } from './choice-form.tsx'

const timeZone = 'America/New_York'

const CHOICE: HostChoice = {
  id: 'c1',
  question: 'Which name?',
  options: [
    { id: 'n', label: 'Nautilus' },
    { id: 'a', label: 'Argo' },
  ],
  opensAt: '2026-10-20T10:00:00.000Z',
  // The second 1:30 of that night.
  closesAt: '2026-11-01T06:30:00.000Z',
  closedEarly: false,
  voted: false,
  cancelled: false,
  withdrawn: false,
  results: [0, 0],
}

beforeEach(() => stubBrowserApis())

test('new words of a choice leave its times as they are, also in an hour that comes twice', async () => {
  const list = { now: CHOICE.opensAt, timeZone, choices: [], isWhole: true }
  const requests = serveApi({ 'PATCH /api/host/choices/c1': { body: list } })
  const noop = () => {}
  render(<ChoiceForm choice={CHOICE} timeZone={timeZone} onDraft={noop} onDone={noop} />)
  fireEvent.change(screen.getByLabelText('Question'), { target: { value: 'Which ship?' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save the choice' })))
  expect(requests[0]?.body).toEqual({
    question: 'Which ship?',
    options: ['Nautilus', 'Argo'],
    opensAt: CHOICE.opensAt,
    closesAt: CHOICE.closesAt,
  })
})
