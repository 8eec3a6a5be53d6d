import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const secretsSchema = z.object({
  authSecret: z.string().min(32),
  sandboxKey: z.string().min(32),
  /** The secret of the commands of this machine: who can read the data folder may use them. */
  operatorToken: z.string().min(32),
})

/** Secrets that nobody had to choose, kept in the data folder so that a restart changes nothing. */
export type Secrets = z.infer<typeof secretsSchema>

/** Reads the data folder's secrets; makes those that are missing. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const kept = readKept(file)
  const secrets = secretsSchema.parse({ ...generateSecrets(), ...kept })
  if (Object.keys(secrets).some((name) => !(name in kept))) {
    // Written aside first, so that a start that is cut off leaves no half file.
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return secrets
}

function readKept(file: string): Record<string, string> {
  if (!existsSync(file)) return {}
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

function generateSecrets(): Secrets {
  return {
    authSecret: randomBytes(32).toString('hex'),
    sandboxKey: randomBytes(32).toString('hex'),
    operatorToken: randomBytes(32).toString('hex'),
  }
}
