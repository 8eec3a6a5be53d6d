import type { ScreeningSettings } from '#contract/host/texts.ts'
import type { TestApp } from './app.ts'

/** Changes settings of the screening in the database, as the host's console does. */
export async function setScreening(
  { database }: Pick<TestApp, 'database'>,
  { mode, messages, words, amountsCents }: Partial<ScreeningSettings>,
): Promise<void> {
  await database.autocommit
    .updateTable('text_screening')
    .set({
      ...(mode && { mode }),
      ...(messages !== undefined && { messages: messages ? 1 : 0 }),
      ...(words && { words: JSON.stringify(words) }),
      ...(amountsCents && { amounts: JSON.stringify(amountsCents) }),
    })
    .execute()
}
