import type { Reader } from './database.ts'

/** Returns the id of this installation, which was created with its database and moves with it. */
export async function requireInstallationId(reader: Reader): Promise<string> {
  const { id } = await reader.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}

/** Returns the time when this installation was created, Unix ms. */
export async function requireInstalledAt(reader: Reader): Promise<number> {
  const { created_at } = await reader
    .selectFrom('installation')
    .select('created_at')
    .executeTakeFirstOrThrow()
  return created_at
}
