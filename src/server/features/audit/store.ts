import { sql, type Insertable, type Selectable } from 'kysely'
import type { AuditFilter } from '#contract/host/audit.ts'
import type { Reader, Writer } from '#server/infra/database/database.ts'
import type {
  AuditEntriesTable,
  AuditTextsTable,
} from '#server/infra/database/schema/audit-tables.ts'

/** An entry, with the donor's texts where there are some. */
export type AuditRow = Selectable<AuditEntriesTable> & {
  text_before: string | null
  text_after: string | null
}

export async function insertEntry(
  writer: Writer,
  entry: Insertable<AuditEntriesTable>,
  texts: Omit<AuditTextsTable, 'entry_id'> | undefined,
): Promise<void> {
  const { id } = await writer
    .insertInto('audit_entries')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (texts === undefined) return
  await writer
    .insertInto('audit_texts')
    .values({ entry_id: id, ...texts })
    .execute()
}

export async function deleteTextsOf(writer: Writer, userId: string): Promise<void> {
  await writer.deleteFrom('audit_texts').where('user_id', '=', userId).execute()
}

/**
 * The number of ids before the last one whose entries are counted: on PostgreSQL an entry with a
 * lower id may be committed after the last one, and is noticed by the count.
 */
const COUNTED_IDS = 1_000

/** Returns a text that differs after each entry with one of the actions, or after each of all. */
export async function readLastEntries(
  reader: Reader,
  actions: string[] | undefined,
): Promise<string> {
  const marks = await Promise.all((actions ?? [undefined]).map((one) => readLast(reader, one)))
  return marks.join(' ')
}

async function readLast(reader: Reader, action: string | undefined): Promise<string> {
  const entries = reader
    .selectFrom('audit_entries')
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
  const last = entries.select(({ fn }) => fn.max('id').as('id'))
  const { count, id } = await entries
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('id').as('id')])
    .where('id', '>', sql<number>`${last} - ${sql.lit(COUNTED_IDS)}`)
    .executeTakeFirstOrThrow()
  return `${id}.${count}`
}

/** The place of an entry in the list. */
export interface AuditPosition {
  at: number
  id: number
}

export interface AuditSelection extends AuditFilter {
  /** The actions to list; undefined for all. */
  actions: string[] | undefined
  after: AuditPosition | undefined
  limit: number
}

/** Returns entries, the latest first, from behind a place in the list. */
export async function findEntries(reader: Reader, wanted: AuditSelection): Promise<AuditRow[]> {
  const { actor, action, subject, from, to, actions, after } = wanted
  if (actions?.length === 0) return []
  return reader
    .selectFrom('audit_entries')
    .leftJoin('audit_texts', 'audit_texts.entry_id', 'audit_entries.id')
    .selectAll('audit_entries')
    .select(['audit_texts.before as text_before', 'audit_texts.after as text_after'])
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(subject !== undefined, (query) => query.where('subject_id', '=', subject ?? ''))
    .$if(actions !== undefined, (query) => query.where('action', 'in', actions ?? []))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.at ?? 0}, ${after?.id ?? 0})`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute()
}
