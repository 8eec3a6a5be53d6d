import type { Writer } from '#server/infra/database/database.ts'

/** Deletes the texts of all test donations. */
export async function eraseTestTexts(writer: Writer): Promise<void> {
  await writer.deleteFrom('donation_texts').where('livemode', '=', 0).execute()
}
