import type { Write, Writer } from '#server/infra/database/database.ts'
import { hasCaptured } from '#server/features/ledger/ledger.ts'
import { ALARM_MS, ALARMING_DECLINES, WINDOW_MS } from './limits.ts'
import { countDeclines, insertDeclines, keepAlarmOn } from './store.ts'

/** An attempt to pay that a provider declined. */
export interface Decline {
  /** The key of the attempt; each key counts once, however often it is reported. */
  key: string
  checkoutId: string
  userId: string
  /** The time of the decline, Unix ms. */
  at: number
  /** The time when we learn of it, Unix ms. */
  now: number
}

export interface NotedDecline {
  isNew: boolean
  /** True if an episode of card testing has begun with it. */
  isAlarming: boolean
}

/** Counts declines, and raises the alarm if they are too many. */
export const noteDeclines: Write<Decline, NotedDecline> = {
  name: 'card-testing.note-declines',
  apply: async (writer, declines) => {
    const added = await insertDeclines(writer, declines.map(toRow))
    const now = Math.max(...declines.map((decline) => decline.now))
    const isRaised = added.size > 0 && (await raiseWhereAlarming(writer, now))
    return declines.map(({ key }, index) => ({
      isNew: added.delete(key),
      isAlarming: isRaised && index === 0,
    }))
  },
}

function toRow({ key, checkoutId, userId, at, now }: Decline) {
  const declinedAt = Math.min(at, now)
  return { decline_key: key, checkout_id: checkoutId, user_id: userId, at: declinedAt }
}

async function raiseWhereAlarming(writer: Writer, now: number): Promise<boolean> {
  const since = now - WINDOW_MS
  const declines = await countDeclines(writer, since)
  if (declines < ALARMING_DECLINES || (await hasCaptured(writer, { count: declines, since })))
    return false
  return keepAlarmOn(writer, { now, until: now + ALARM_MS })
}
