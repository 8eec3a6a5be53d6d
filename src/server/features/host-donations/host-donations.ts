import type { Reader } from '#server/infra/database/database.ts'

/** Returns a text that differs after a refund was tried or has ended. */
export async function readRefundsMark(reader: Reader): Promise<string> {
  const waiting = await reader
    .selectFrom('host_refunds')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('next_attempt_at').as('due')])
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  const finished = await reader
    .selectFrom('host_refunds')
    .select(({ fn }) => fn.max('finished_at').as('at'))
    .where('finished_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return `${waiting.count}.${waiting.due}.${finished.at}`
}
