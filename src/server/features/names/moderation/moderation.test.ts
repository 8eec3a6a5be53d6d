import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  hostTextsSchema,
  type HostText,
  type HostTexts,
  type ScreeningSettings,
} from '#contract/host/texts.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { readBoardPage } from '#tests/helpers/app/checkouts.ts'
import { giveTexts } from '#tests/helpers/app/give-texts.ts'
import { setScreening } from '#tests/helpers/app/screening.ts'

let server: TestApp
let kofi: TestDonor
let ines: TestDonor

beforeEach(async () => {
  server = await openTestApp()
  kofi = await server.signUpMember('moderator')
  ines = await server.signUpMember('moderator')
  await setScreening(server, { mode: 'hold', messages: true })
})

afterEach(() => server.close())

async function readQueue(query = '', reader = kofi): Promise<HostTexts> {
  const answer = await reader.call({ url: `/api/host/texts${query}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return hostTextsSchema.strict().parse(answer.json())
}

async function requireText(id: string): Promise<HostText> {
  const lists = ['waiting', 'approved', 'denied', 'hidden']
  for (const list of lists) {
    const found = (await readQueue(`?state=${list}`)).texts.find((text) => text.id === id)
    if (found !== undefined) return found
  }
  throw new Error(`${id} is on no list.`)
}

async function decide(id: string, action: string, more: object = {}, host = kofi) {
  const { revision } = await requireText(id)
  const payload = { action, revision, ...more }
  return host.call({ method: 'POST', url: `/api/host/texts/${id}`, payload })
}

async function shownRow(): Promise<unknown> {
  const { entries, total } = await readBoardPage(server)
  expect(total.amountCents).toBe(500)
  return [entries[0]?.name, entries[0]?.message ?? null]
}

describe('the queue', () => {
  test('has what waits, the oldest first, with counts, page by page', async () => {
    const ids = []
    for (const name of ['Ada', 'Bo', 'Cy']) ids.push(await giveTexts(server, { name }))
    const first = await readQueue('?limit=2')
    expect(first.texts.map(({ approved }) => approved.name)).toEqual(['Ada', 'Bo'])
    expect(first.counts).toEqual({ pending: 3, flagged: 0, approved: 0, denied: 0, hidden: 0 })
    const second = await readQueue(`?limit=2&after=${first.next}`)
    expect(second.texts.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(second.next).toBeNull()
  })

  test('tells how much of the money counts: nothing of a donation that went back', async () => {
    const refund = (amountCents: number) => [
      { kind: 'refund' as const, objectId: `re_${amountCents}`, amountCents },
    ]
    await giveTexts(server, { name: 'Ada' })
    await giveTexts(server, { name: 'Bo', movements: refund(200) })
    await giveTexts(server, { name: 'Cy', movements: refund(500) })
    const { texts } = await readQueue()
    expect(texts.map(({ approved, leftCents }) => [approved.name, leftCents])).toEqual([
      ['Ada', 500],
      ['Bo', 300],
      ['Cy', 0],
    ])
  })

  test('tells why a text is held', async () => {
    await setScreening(server, { mode: 'automatic', words: ['sink'], amountsCents: [666] })
    await giveTexts(server, { name: 'Ada', texts: { message: 'sh1t' } })
    await giveTexts(server, { name: 'Bo', texts: { message: 'S I N K' } })
    await giveTexts(server, { name: 'Cy', amountCents: 666 })
    await giveTexts(server, { name: 'Dee' })
    const reasonsOf = ({ texts }: HostTexts) => texts.flatMap(({ reasons }) => reasons)
    expect(reasonsOf(await readQueue())).toEqual([
      { cause: 'listed', field: 'message', match: 'shit' },
    ])
    expect(reasonsOf(await readQueue('?state=denied'))).toEqual([
      { cause: 'word', field: 'message', match: 'sink' },
      { cause: 'amount', field: null, match: null },
    ])
  })

  test('names no account, no address and no provider, nor an anonymous donor', async () => {
    const texts = { anonymous: true, displayName: 'Canary of a name', message: 'Hi' }
    await giveTexts(server, { name: 'Canary', texts })
    const { body } = await kofi.call({ url: '/api/host/texts' })
    expect(body).toContain('Hi')
    expect(body).not.toMatch(/Canary|@|user-1|ch_|cs_test|stripe/)
  })

  test('refuses lists that do not exist', async () => {
    const message = expectError(
      await kofi.call({ url: '/api/host/texts?state=all' }),
      400,
      'invalid-argument',
    )
    expect(message).toMatch(/^The state must be waiting, pending/)
  })
})

describe('a decision', () => {
  test.each([
    ['approve', {}, ['Bo', 'Hi']],
    ['approve-name', {}, ['Bo', null]],
    ['deny', {}, ['A donor', null]],
    ['rename', { name: ' Be\u202e ' }, ['Be', null]],
    ['hide', {}, ['A donor', null]],
  ])('%s shows what it says, changes no sum, and can be undone', async (action, more, row) => {
    const id = await giveTexts(server, { texts: { displayName: 'Bo', message: 'Hi' } })
    expect((await decide(id, action, more)).statusCode).toBe(200)
    expect(await shownRow()).toEqual(row)
    expect((await requireText(id)).decision).toMatchObject({ action, isMine: true })
    await decide(id, 'undo', {}, ines)
    expect(await requireText(id)).toMatchObject({
      state: 'pending',
      hidden: false,
      approved: { name: 'Bo', message: 'Hi' },
    })
    expect(await shownRow()).toEqual(['A donor', null])
    const audit = await server.database.reader.selectFrom('audit_entries').selectAll().execute()
    expect(audit.map((entry) => entry.action)).toEqual([
      expect.stringMatching(/^text\./),
      'text.undone',
    ])
  })

  test('is undone step by step, and then there is nothing to undo', async () => {
    const id = await giveTexts(server, { texts: { displayName: 'Bo' } })
    await decide(id, 'approve')
    await decide(id, 'hide')
    await decide(id, 'undo')
    expect(await shownRow()).toEqual(['Bo', null])
    await decide(id, 'undo')
    expect(await shownRow()).toEqual(['A donor', null])
    const message = expectError(await decide(id, 'undo'), 409, 'failed-precondition')
    expect(message).toBe('There is no decision about this text to undo.')
  })

  test('of two hosts at once counts once, and the second learns who was first', async () => {
    const id = await giveTexts(server, {})
    const { revision } = await requireText(id)
    const url = `/api/host/texts/${id}`
    const answers = await Promise.all(
      [kofi, ines].map((host, index) =>
        host.call({
          method: 'POST',
          url,
          payload: { action: ['approve', 'deny'][index], revision },
        }),
      ),
    )
    const late = answers.find(({ statusCode }) => statusCode === 409)
    if (late === undefined) throw new Error('Both decisions counted.')
    expect(expectError(late, 409, 'failed-precondition')).toMatch(
      /^Another host was first: \S+ (approved|denied) it\. Look at it again\.$/,
    )
    expect(late.json()).toMatchObject({ error: { reason: 'DECIDED_BEFORE' } })
    const rows = await server.database.reader.selectFrom('text_decisions').selectAll().execute()
    expect(rows).toHaveLength(1)
  })

  test('about a text that its donor has changed since is refused', async () => {
    const ada = await server.signUp()
    const id = await giveTexts(server, { donor: ada, texts: { displayName: 'Bo' } })
    const { revision } = await requireText(id)
    const change = { method: 'PATCH', url: `/api/donations/${id}` } as const
    await ada.call({ ...change, payload: { displayName: 'Worse' } })
    const payload = { action: 'approve', revision }
    const answer = await kofi.call({ method: 'POST', url: `/api/host/texts/${id}`, payload })
    expect(expectError(answer, 409, 'failed-precondition')).toBe(
      'The donor has changed this text meanwhile: read it again.',
    )
  })

  test('against a text has later ones of its donor wait, also where nothing is screened', async () => {
    const ada = await server.signUp()
    const id = await giveTexts(server, { donor: ada, texts: { displayName: 'Bo' } })
    await decide(id, 'deny')
    await setScreening(server, { mode: 'off' })
    const change = { method: 'PATCH', url: `/api/donations/${id}` } as const
    const answer = await ada.call({ ...change, payload: { displayName: 'Worse' } })
    expect(answer.json()).toMatchObject({
      donation: { name: 'Worse', texts: { state: 'waiting' } },
    })
    expect(await shownRow()).toEqual(['A donor', null])
    expect((await requireText(id)).reasons).toEqual([
      { cause: 'corrected', field: null, match: null },
    ])
  })

  test('is refused for what does not exist, and for a rename to nothing', async () => {
    const url = '/api/host/texts/none'
    const payload = { action: 'approve', revision: 1 }
    expectError(await kofi.call({ method: 'POST', url, payload }), 404, 'not-found')
    const id = await giveTexts(server, {})
    expect(
      expectError(await decide(id, 'rename', { name: '\u200b' }), 400, 'invalid-argument'),
    ).toBe('Write the new name, with at least one letter or sign.')
    expectError(await decide(id, 'delete'), 400, 'invalid-argument')
  })
})

describe('any donation', () => {
  const change = (id: string, payload: object, host = kofi) =>
    host.call({ method: 'PATCH', url: `/api/host/donations/${id}`, payload })

  test('can be hidden, renamed and given another message; its amount and place stay', async () => {
    await setScreening(server, { mode: 'off' })
    const id = await giveTexts(server, { texts: { message: 'Hi' } })
    await change(id, { hidden: true })
    expect(await shownRow()).toEqual(['A donor', null])
    await change(id, { hidden: false, displayName: 'A. L.', message: null })
    expect(await shownRow()).toEqual(['A. L.', null])
    expect(expectError(await change(id, {}), 400, 'invalid-argument')).toMatch(/^Say what/)
    expectError(await change('none', { hidden: true }), 404, 'not-found')
  })

  test('a new name releases neither a held message nor, taken back, the held name', async () => {
    await setScreening(server, { mode: 'hold' })
    const id = await giveTexts(server, { texts: { displayName: 'Rude', message: 'Rude too' } })
    await change(id, { displayName: 'Bob' })
    expect(await shownRow()).toEqual(['Bob', null])
    await change(id, { message: 'Good luck' })
    expect(await shownRow()).toEqual(['Bob', 'Good luck'])
    await change(id, { displayName: null })
    expect(await shownRow()).toEqual(['A donor', null])
    await change(id, { message: 'Held as well' })
    expect(await shownRow()).toEqual(['A donor', null])
  })

  test('a name of nothing that can be seen is refused', async () => {
    await setScreening(server, { mode: 'hold' })
    const id = await giveTexts(server, { texts: { displayName: 'Rude' } })
    for (const displayName of ['', ' \u200b']) {
      expect(expectError(await change(id, { displayName }), 400, 'invalid-argument')).toBe(
        'Write the new name, with at least one letter or sign.',
      )
    }
    expect((await requireText(id)).shown.name).toBe('A donor')
  })
})

describe('the settings of the screening', () => {
  const read = async () =>
    (await kofi.call({ url: '/api/host/screening' })).json<ScreeningSettings>()
  const set = (payload: object, host = kofi) =>
    host.call({ method: 'PUT', url: '/api/host/screening', payload })

  test('are changed by an owner; a moderator may change words and amounts alone', async () => {
    const settings = await read()
    const owner = await server.signUpMember('owner')
    const changed = await set({ ...settings, words: [' Sink ', 'Sink'], amountsCents: [666] })
    expect(changed.json()).toMatchObject({ words: ['Sink'], amountsCents: [666], revision: 2 })
    const off = { ...(await read()), mode: 'off' }
    expect(expectError(await set(off), 403, 'permission-denied')).toMatch(/^Only an owner may/)
    expect((await set(off, owner)).statusCode).toBe(200)
    expect(expectError(await set(off, owner), 409, 'failed-precondition')).toMatch(/^Somebody else/)
  })

  test('are not for a treasurer, nor for donors', async () => {
    for (const stranger of [await server.signUpMember('treasurer'), await server.signUp()]) {
      expectError(await set(await read(), stranger), 403, 'permission-denied')
    }
  })

  test('refuse what cannot be', async () => {
    const settings = await read()
    for (const wrong of [{ words: ['x'] }, { amountsCents: [1.5] }, { mode: 'loud' }]) {
      expectError(await set({ ...settings, ...wrong }), 400, 'invalid-argument')
    }
  })
})
