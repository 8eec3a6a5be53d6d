import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppServer } from './app-server.ts'

const secretsSchema = z.object({ operatorToken: z.string() })

/** Returns the headers by which a server knows its operator. */
export function operatorHeaders({ dataDir }: Pick<AppServer, 'dataDir'>) {
  const secrets: unknown = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  return { authorization: `Bearer ${secretsSchema.parse(secrets).operatorToken}` }
}
