import type { Reader } from './database.ts'

/** Returns the id of this installation, which was created with its database and moves with it. */
export async function requireInstallationId(reader: Reader): Promise<string> {
  const { id } = await reader.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
