import type { z } from 'zod'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from './call-host.ts'
import { changes } from './changes.ts'

/** The items of the campaign that hosts run: their path, and the schema of their list. */
export interface Items {
  route: string
  schema: z.ZodType
}

/** Sends a change of items to a path below theirs, such as `ID/end`, or without one a new item. */
export async function sendItem(
  { route, schema }: Items,
  path: string,
  call: ApiCall,
): Promise<void> {
  await callHost(path === '' ? route : `${route}/${path}`, schema, call)
  changes.announce(['campaign'])
}
