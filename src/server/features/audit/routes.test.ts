import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { insertCheckouts, bookCaptures } from '#server/features/checkouts/store.ts'
import { raiseConcern } from '#server/features/concerns/store.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'

const CSV = `${HOST_ROUTES.exports}/audit.csv`
const HOSTILE = '=HYPERLINK("http://x","<script>") \u202e\u{1f4a9}'

let server: TestApp
let owner: TestDonor
let treasurer: TestDonor

beforeEach(async () => {
  server = await openTestApp()
  owner = await server.signUpMember('owner')
  treasurer = await server.signUpMember('treasurer')
})

afterEach(() => server.close())

async function list(host: TestDonor, query = '') {
  return auditPageSchema.parse((await host.call({ url: HOST_ROUTES.audit + query })).json())
}

async function deleteTestDonations(): Promise<void> {
  const checkout = buildCheckout()
  await server.database.write(insertCheckouts, checkout)
  await server.database.write(bookCaptures, buildCapture(checkout))
  const answer = await owner.call({ method: 'DELETE', url: ROUTES.testDonations })
  expect(answer.json()).toEqual({ deleted: 1 })
}

async function dismiss(id: string, reason: string): Promise<void> {
  const concern = { id, kind: 'clock_offset', subject: 's', message: 'M.', details: '{}' }
  await server.database.write(raiseConcern, { ...concern, provider: null, isTold: false, at: 1 })
  const payload = { resolution: 'dismiss', reason }
  const url = `${HOST_ROUTES.reviews}/${id}`
  expect((await treasurer.call({ method: 'POST', url, payload })).statusCode).toBe(200)
}

describe('the audit log', () => {
  test('says who did what, when, and what it changed', async () => {
    await deleteTestDonations()
    await dismiss('c-1', HOSTILE)
    expect((await list(owner)).entries).toEqual([
      {
        id: '2',
        at: expect.any(String),
        actor: { id: expect.any(String), email: treasurer.email, role: 'treasurer' },
        action: 'concern.resolved',
        subject: { kind: 'concern', id: 'c-1', email: null },
        before: { kind: 'clock_offset', subject: 's', message: 'M.' },
        after: { resolution: 'dismiss', reason: HOSTILE },
        isErased: false,
      },
      expect.objectContaining({
        actor: { id: expect.any(String), email: owner.email, role: 'owner' },
        action: 'test_donations.deleted',
        before: { donations: 1 },
        after: { donations: 0 },
      }),
    ])
  })

  test('shows a treasurer what concerns money alone', async () => {
    await deleteTestDonations()
    await dismiss('c-1', 'Known.')
    const { entries } = await list(treasurer)
    expect(entries.map(({ action }) => action)).toEqual(['concern.resolved'])
    const file = await treasurer.call({ url: CSV })
    expect(file.body).not.toContain('test_donations')
  })

  test('is read page by page, and filtered', async () => {
    const today = () => new Date().toISOString().slice(0, 10)
    // A day may end meanwhile.
    const from = today()
    for (const id of ['c-1', 'c-2', 'c-3']) await dismiss(id, 'Known.')
    const first = await list(owner, '?limit=2')
    expect(first.entries.map(({ subject }) => subject.id)).toEqual(['c-3', 'c-2'])
    const last = await list(owner, `?limit=2&after=${first.next}`)
    expect(last.entries.map(({ subject }) => subject.id)).toEqual(['c-1'])
    expect(last.next).toBeNull()
    expect((await list(owner, `?from=${from}&to=${today()}`)).entries).toHaveLength(3)
    expect((await list(owner, '?to=2020-01-01')).entries).toEqual([])
    expect((await list(owner, '?subject=c-2&action=concern.resolved')).entries).toHaveLength(1)
    expect((await list(owner, `?actor=${encodeURIComponent("' or 1=1")}`)).entries).toEqual([])
  })

  test.each([
    ['after=none', 'The cursor "after" is not one that this server gave.'],
    [
      'from=yesterday',
      'Give the time as a date (2027-01-31), or as a date and time with its zone.',
    ],
  ])('refuses %s with a sentence', async (query, sentence) => {
    const answer = await owner.call({ url: `${HOST_ROUTES.audit}?${query}` })
    expect(expectError(answer, 400, 'invalid-argument')).toBe(sentence)
  })
})

describe('the export of the audit log', () => {
  test('is CSV in which no cell is run as a formula', async () => {
    await dismiss('=cmd()', 'A "quoted", reason')
    const file = await owner.call({ url: CSV })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe('attachment; filename="audit.csv"')
    const [header, line] = file.body.split('\r\n')
    expect(header).toBe('at,actor,role,action,subjectKind,subject,before,after,isErased')
    expect(line).toContain(`,concern,'=cmd(),`)
    expect(line).toContain(String.raw`""reason"":""A \""quoted\"", reason""`)
  })

  test('is JSON of every entry, more than are read at once', async () => {
    const values = Array.from({ length: 1_100 }, (_, index) => ({
      at: index,
      actor_id: 'operator',
      actor_role: 'operator',
      action: 'concern.resolved',
      subject_kind: 'concern',
      subject_id: String(index),
      has_texts: 0,
    }))
    const { autocommit } = server.database
    await autocommit.insertInto('audit_entries').values(values).execute()
    const file = await owner.call({ url: `${HOST_ROUTES.exports}/audit.json` })
    const entries = auditPageSchema.shape.entries.parse(file.json())
    expect(entries).toHaveLength(1_100)
    expect(entries[0]?.actor).toEqual({ id: 'operator', email: null, role: 'operator' })
    expect(new Set(entries.map(({ subject }) => subject.id)).size).toBe(1_100)
  })

  test('of an empty log is an empty list', async () => {
    expect((await owner.call({ url: `${HOST_ROUTES.exports}/audit.json` })).json()).toEqual([])
  })
})
