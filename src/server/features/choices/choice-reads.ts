import type { Choice } from '#contract/choices.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  isShownAt,
  SHOWN_AFTER_MS,
  toChoice,
  type ChoiceOption,
  type ChoiceRow,
  type KnownChoice,
} from './choice.ts'

/** The most choices that the page shows. */
const MAX_SHOWN = 10

// Each look at the campaign asks this, many times a second while money comes in.
const selectRecent = queryByKeys((reader, closedAfter: readonly number[]) =>
  reader
    .selectFrom('choices')
    .selectAll()
    .where('closes_at', '>', closedAfter[0] ?? 0)
    .where('cancelled_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('closes_at')
    .orderBy('id'),
)

const selectOptions = queryByKeys((reader, choiceIds: readonly string[]) =>
  reader
    .selectFrom('choice_options')
    .selectAll()
    .where('choice_id', 'in', choiceIds)
    .orderBy('choice_id')
    .orderBy('position'),
)

/** Returns the choices that the page shows at a time, Unix ms: the open ones, by closing, first. */
export async function readShownChoices(
  reader: Reader,
  livemode: Livemode,
  now: number,
): Promise<Choice[]> {
  const recent = await selectRecent(reader, [now - SHOWN_AFTER_MS])
  const shown = recent.filter((row) => row.livemode === livemode && isShownAt(row, now))
  const open = shown.filter((row) => now < row.closes_at)
  // Of the closed ones, the latest.
  const closed = shown.filter((row) => row.closes_at <= now).toReversed()
  const known = await addOptions(reader, [...open, ...closed].slice(0, MAX_SHOWN))
  return known.map(toChoice)
}

/** Returns a mode's choices, the latest opening first, at most so many. */
export async function readChoices(
  reader: Reader,
  livemode: Livemode,
  limit: number,
): Promise<KnownChoice[]> {
  const rows = await reader
    .selectFrom('choices')
    .selectAll()
    .where('livemode', '=', livemode)
    .orderBy('opens_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return addOptions(reader, rows)
}

/** Returns whether there ever was a choice. */
export async function hasChoices(reader: Reader): Promise<boolean> {
  const found = await reader.selectFrom('choices').select('id').limit(1).executeTakeFirst()
  return found !== undefined
}

/** Returns a choice of a mode; undefined if there is none. */
export async function findChoice(
  reader: Reader,
  livemode: Livemode,
  id: string,
): Promise<KnownChoice | undefined> {
  const rows = await reader
    .selectFrom('choices')
    .selectAll()
    .where('id', '=', id)
    .where('livemode', '=', livemode)
    .execute()
  const [known] = await addOptions(reader, rows)
  return known
}

/** Returns the choices of options, by the option's id; an option that is unknown has none. */
export async function findByOptions(
  reader: Reader,
  optionIds: readonly string[],
): Promise<Map<string, KnownChoice>> {
  if (optionIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('choices')
    .selectAll()
    .where('id', 'in', (from) =>
      from.selectFrom('choice_options').select('choice_id').where('id', 'in', optionIds),
    )
    .execute()
  const known = await addOptions(reader, rows)
  return new Map(known.flatMap((one) => one.options.map(({ id }) => [id, one] as const)))
}

async function addOptions(reader: Reader, rows: readonly ChoiceRow[]): Promise<KnownChoice[]> {
  if (rows.length === 0) return []
  const options = await selectOptions(
    reader,
    rows.map(({ id }) => id),
  )
  const byChoice = Map.groupBy(options, ({ choice_id: choiceId }) => choiceId)
  const toOption = ({ id, label }: ChoiceOption) => ({ id, label })
  return rows.map((row) => ({ row, options: (byChoice.get(row.id) ?? []).map(toOption) }))
}
