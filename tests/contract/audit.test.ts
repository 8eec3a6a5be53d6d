import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  eraseAuditTexts,
  readAuditMark,
  recordAudit,
  type AuditRecord,
} from '#server/features/audit/audit.ts'
import { findEntries } from '#server/features/audit/store.ts'
import { deleteTestDonations } from '#server/features/ledger/store.ts'
import { writeEach, type Database } from '#server/infra/database/database.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const ENTRY: AuditRecord = {
  at: 1_000,
  actor: { id: 'host-1', role: 'owner' },
  action: 'concern.resolved',
  subject: { kind: 'concern', id: 'c-1' },
  before: { state: 'open' },
  after: { state: 'ended' },
}
const HOSTILE = '<script>\u202e=1+1 \u{1f4a9}"\'\u200b'
const WITH_TEXTS: AuditRecord = {
  ...ENTRY,
  texts: { userId: 'donor-1', before: { name: HOSTILE }, after: { name: null } },
}

/** Returns the messages of an error and of its causes. */
function describeCauses(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.message} ${describeCauses(error.cause)}`
}

const record = writeEach('test.record', async (writer, entry: AuditRecord) => {
  await recordAudit(writer, entry)
  return null
})
const recordThenFail = writeEach('test.record-then-fail', async (writer, entry: AuditRecord) => {
  await recordAudit(writer, entry)
  throw new Error('The action failed.')
})
const erase = writeEach('test.erase', async (writer, userId: string) => {
  await eraseAuditTexts(writer, userId)
  return null
})

describe.each(DATABASES)('the audit log on $name', ({ name, open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  // SQLite's writer thread knows the product's own writes alone.
  const applyTo = async <Input>(
    { apply }: { apply: (writer: Database['reader'], inputs: Input[]) => Promise<unknown> },
    input: Input,
  ) => apply(database.autocommit as Database['reader'], [input])

  const list = (filter: Partial<Parameters<typeof findEntries>[1]> = {}) =>
    findEntries(database.reader, { actions: undefined, after: undefined, limit: 100, ...filter })

  test.each([
    [
      'update of entries',
      (db: Database['autocommit']) => db.updateTable('audit_entries').set({ at: 1 }),
    ],
    ['deletion of entries', (db: Database['autocommit']) => db.deleteFrom('audit_entries')],
    [
      'rewriting of texts',
      (db: Database['autocommit']) => db.updateTable('audit_texts').set({ before: '{}' }),
    ],
  ])('refuses the %s', async (_name, change) => {
    await applyTo(record, WITH_TEXTS)
    const error: unknown = await change(database.autocommit)
      .execute()
      .catch((thrown: unknown) => thrown)
    expect(describeCauses(error)).toContain('append-only table')
    expect(await list()).toHaveLength(1)
  })

  test("forgets a donor's texts, and not that they were changed", async () => {
    await applyTo(record, WITH_TEXTS)
    await applyTo(record, { ...WITH_TEXTS, texts: { userId: 'donor-2', before: {}, after: {} } })
    expect((await list()).map(({ text_before }) => text_before)).toContain(
      JSON.stringify({ name: HOSTILE }),
    )
    await applyTo(erase, 'donor-1')
    const entries = await list()
    expect(entries.map(({ has_texts }) => has_texts)).toEqual([1, 1])
    expect(entries.map(({ text_before }) => text_before)).toEqual(['{}', null])
    const kept = await database.reader.selectFrom('audit_texts').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('script')
  })

  test('is read from the latest, page by page, also where times are equal', async () => {
    for (const [index, at] of [5, 5, 5, 9, 1].entries()) {
      await applyTo(record, { ...ENTRY, at, subject: { kind: 'x', id: String(index) } })
    }
    const seen: string[] = []
    let after: { at: number; id: number } | undefined
    for (;;) {
      const page = await list({ after, limit: 2 })
      seen.push(...page.map((row) => row.subject_id))
      after = page.at(-1)
      if (after === undefined) break
    }
    expect(seen).toEqual(['3', '2', '1', '0', '4'])
  })

  test('is filtered by actor, action, subject and span', async () => {
    const other = { ...ENTRY, at: 2_000, actor: { id: 'host-2', role: 'treasurer' as const } }
    await applyTo(record, ENTRY)
    await applyTo(record, { ...other, action: 'test_donations.deleted' })
    const idsOf = async (filter: Parameters<typeof list>[0]) =>
      (await list(filter)).map(({ actor_id }) => actor_id)
    expect(await idsOf({ actor: 'host-2' })).toEqual(['host-2'])
    expect(await idsOf({ action: 'concern.resolved' })).toEqual(['host-1'])
    expect(await idsOf({ actions: ['concern.resolved'] })).toEqual(['host-1'])
    expect(await idsOf({ actions: [] })).toEqual([])
    expect(await idsOf({ subject: 'c-1' })).toEqual(['host-2', 'host-1'])
    expect(await idsOf({ from: 1_000, to: 2_000 })).toEqual(['host-1'])
    expect(await idsOf({ from: 2_000 })).toEqual(['host-2'])
  })

  test('has a mark for each role, which differs after each entry that the role may read', async () => {
    const readMarks = async () => ({
      owner: await readAuditMark(database.reader, 'owner'),
      treasurer: await readAuditMark(database.reader, 'treasurer'),
      moderator: await readAuditMark(database.reader, 'moderator'),
    })
    const none = await readMarks()
    await applyTo(record, { ...ENTRY, action: 'campaign.published' })
    const published = await readMarks()
    expect(published).toEqual({ ...none, owner: published.owner })
    expect(published.owner).not.toBe(none.owner)
    for (const action of ['concern.resolved', 'note.added', 'note.added'] as const) {
      const before = await readMarks()
      await applyTo(record, { ...ENTRY, action })
      const after = await readMarks()
      expect(after.owner).not.toBe(before.owner)
      expect(after.treasurer).not.toBe(before.treasurer)
      expect(after.moderator).toBe(none.moderator)
    }
  })

  test.runIf(name === 'PostgreSQL')(
    'has another mark after an entry that is committed late',
    async () => {
      const written = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      const late = database.reader.transaction().execute(async (writer) => {
        await recordAudit(writer, ENTRY)
        written.resolve()
        await end.promise
      })
      await written.promise
      await applyTo(record, ENTRY)
      const roles = ['owner', 'treasurer'] as const
      const readMarks = () => Promise.all(roles.map((role) => readAuditMark(database.reader, role)))
      const before = await readMarks()
      end.resolve()
      await late
      const after = await readMarks()
      for (const [index, mark] of after.entries()) expect(mark).not.toBe(before[index])
    },
  )

  test('has no entry of an action that changed nothing', async () => {
    const actor = { id: 'donor-1', role: 'donor' } as const
    expect(await database.write(deleteTestDonations, { at: 5, actor })).toBe(0)
    expect(await list()).toEqual([])
  })

  test.runIf(name === 'PostgreSQL')('has no entry of an action that failed', async () => {
    await expect(database.write(recordThenFail, ENTRY)).rejects.toThrow(
      /action failed|test\.record-then-fail/,
    )
    expect(await list()).toEqual([])
  })
})
