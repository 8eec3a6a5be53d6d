import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Membership, Team } from '#contract/donor-teams/teams.ts'
import { refusal, serveApi, stubBrowserApis, type PageResponse } from '#tests/helpers/page/page.ts'
import { TeamChoiceField, type TeamChoiceFieldProps } from './team-choice-field.tsx'

const FREE: Membership = { team: null, bound: null, cannotFound: 'Not here.', founded: [] }
const LYNXES = { id: 'l', name: 'The Lynxes', open: true, held: false }

beforeEach(() => stubBrowserApis())

function toTeam(name: string, open = true): Team {
  return { id: name, name, open, position: null, amountCents: 0, donors: 0, stars: '' }
}

function open(names: readonly string[], membership: Membership, founding?: PageResponse) {
  const onChoose = vi.fn<TeamChoiceFieldProps['onChoose']>()
  const requests = serveApi({
    'GET /api/teams': {
      body: { version: 1, teams: [...names.map((name) => toTeam(name)), toTeam('Gone', false)] },
    },
    'GET /api/me/team': { body: membership },
    ...(founding && { 'POST /api/teams': founding }),
  })
  render(<TeamChoiceField onChoose={onChoose} />)
  return { onChoose, requests, user: userEvent.setup() }
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const choice = () => screen.findByRole('combobox', { name: 'Your constellation' })

describe('the choice of a team', () => {
  test('offers the open ones and none, and says which was chosen', async () => {
    const { onChoose, user } = open(['Orion', 'Herons'], FREE)
    const select = await choice()
    expect(options()).toEqual(['No constellation', 'Orion', 'Herons'])
    await user.selectOptions(select, 'Herons')
    await user.selectOptions(select, 'No constellation')
    const chosen = [null, 'Herons', null].map((teamId) => [{ teamId }])
    expect(onChoose.mock.calls).toEqual(chosen)
    expect(screen.queryByRole('button', { name: 'Start a constellation' })).toBeNull()
  })

  test('has the own one chosen, with the name that its founder gave', async () => {
    const own = { id: 'Orion', name: 'My Orion', open: true, held: true }
    const { onChoose } = open(['Orion', 'Herons'], { ...FREE, team: own, founded: [own] })
    await choice()
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'My Orion' }).selected).toBe(true)
    // The payment is for what is shown, also if the donor has joined another one elsewhere.
    await waitFor(() => expect(onChoose.mock.calls).toEqual([[{ teamId: 'Orion' }]]))
    cleanup()
    expect(onChoose.mock.lastCall).toEqual([{}])
  })

  test('is told and not asked while a round binds the donor', async () => {
    const bound = 'You have given in “Spring” and are with The Lynxes until it ends.'
    const { onChoose } = open(['The Lynxes'], { ...FREE, team: LYNXES, bound })
    expect(await screen.findByText(bound)).toBeDefined()
    await waitFor(() => expect(onChoose.mock.calls).toEqual([[{ teamId: 'l' }]]))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('lists the highest first, and many by name, so that one is found by typing it', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Team ${12 - index}`)
    open(names, FREE)
    await choice()
    expect(options()).toEqual(['No constellation', ...names])
    cleanup()
    open([...names, 'Zoë’s Friends', 'bees'], FREE)
    await choice()
    expect(options()).toEqual(['No constellation', 'bees', ...names.toReversed(), 'Zoë’s Friends'])
  })

  test('searches many by name, and keeps the chosen one', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `Team ${index + 10}`)
    const { user } = open([...names, 'Zoë’s Friends'], FREE)
    await choice()
    expect(screen.queryByRole('searchbox')).toBeNull()
    cleanup()
    const many = open([...names, 'Zoë’s Friends', 'Bees'], FREE)
    await choice()
    const search = screen.getByRole('searchbox', { name: 'Search by name' })
    await user.type(search, 'zoe{Enter}')
    const chosen = [[{ teamId: null }], [{ teamId: 'Zoë’s Friends' }]]
    expect(many.onChoose.mock.calls).toEqual(chosen)
    expect(search).toHaveProperty('value', '')
    await user.type(search, 'bee')
    expect(options()).toEqual(['No constellation', 'Zoë’s Friends', 'Bees'])
    expect(screen.getByText('One found: Enter chooses it.')).toBeDefined()
    await user.type(search, 's knees{Enter}')
    expect(screen.getByText('No name has this in it.')).toBeDefined()
    expect(many.onChoose.mock.calls).toEqual(chosen)
  })

  test('says for which team the donation counts', async () => {
    const { user } = open(['Orion'], FREE)
    const select = await choice()
    expect(document.body.textContent).toContain('Your donation can count for a constellation too.')
    await user.selectOptions(select, 'Orion')
    expect(document.body.textContent).toContain('Your donation counts for Orion too.')
  })

  test('is left to the server while there is nothing to choose', async () => {
    const { onChoose } = open([], FREE)
    await waitFor(() => expect(onChoose).toHaveBeenCalledWith({ teamId: undefined }, false))
    expect(document.body.textContent).toBe('')
  })

  test('of whose own team is closed is for none, and not offered while there is no other', async () => {
    const { onChoose } = open([], { ...FREE, team: { ...LYNXES, open: false } })
    await waitFor(() => expect(onChoose.mock.calls).toEqual([[{ teamId: null }, false]]))
    expect(document.body.textContent).toBe('')
  })

  test('that could not be loaded can be asked for again', async () => {
    serveApi({})
    render(<TeamChoiceField onChoose={() => {}} />)
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(document.body.textContent).toContain('could not be loaded; you stay in yours.')
    serveApi({
      'GET /api/teams': { body: { version: 1, teams: [toTeam('Orion')] } },
      'GET /api/me/team': { body: FREE },
    })
    await userEvent.setup().click(again)
    await choice()
    expect(options()).toEqual(['No constellation', 'Orion'])
  })
})

describe('founding a team', () => {
  async function found(founding: PageResponse) {
    const opened = open([], { ...FREE, cannotFound: null }, founding)
    await opened.user.click(await screen.findByRole('button', { name: 'Start a constellation' }))
    await opened.user.type(screen.getByRole('textbox', { name: 'Its name' }), 'The Lynxes{Enter}')
    return opened
  }

  test('chooses it, and says if its name waits', async () => {
    const { onChoose } = await found({ body: { team: { ...LYNXES, held: true } } })
    expect(
      await screen.findByText(
        'Its name waits for approval: until then others read “Constellation” and a number.',
      ),
    ).toBeDefined()
    expect(onChoose).toHaveBeenCalledWith({ teamId: 'l' })
    expect(screen.queryByRole('dialog')).toBeNull()
    // The button that had it is gone.
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
  })

  test.each([
    ['TEAM_NAME', 'This name cannot be used here: choose another.', true],
    [
      'TEAMS_FULL',
      'There are 200 constellations, and there can be no more: join one of them.',
      false,
    ],
  ])('that is refused for %s says so', async (reason, sentence, isOfName) => {
    const answer = refusal('failed-precondition', sentence, 409)
    if (answer === 'unreachable') throw new Error('A refusal is an answer.')
    const error = { code: 'failed-precondition', message: sentence, reason, requestId: 'r1' }
    await found({ ...answer, body: { error } })
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    const field = screen.getByRole('textbox', { name: 'Its name' })
    expect(field.getAttribute('aria-invalid') === 'true').toBe(isOfName)
  })
})
