import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config.ts'

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
  try {
    makeFolder(resolve(dataDir))
    const kept = readKept(file)
    const parsed = secretsSchema.safeParse({ ...generateSecrets(), ...kept })
    if (!parsed.success) throw damaged(file)
    if (Object.keys(parsed.data).some((name) => !(name in kept))) {
      // Written aside first, so that a start that is cut off leaves no half file.
      writeFileSync(`${file}.new`, JSON.stringify(parsed.data), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    }
    return parsed.data
  } catch (error) {
    throw describeUnusable(dataDir, error)
  }
}

/** Throws what loading a data folder's secrets throws for those that are there; writes nothing. */
export function checkSecrets(dataDir: string): void {
  const file = join(dataDir, 'secrets.json')
  try {
    if (!secretsSchema.partial().safeParse(readKept(file)).success) throw damaged(file)
  } catch (error) {
    throw describeUnusable(dataDir, error)
  }
}

/** Makes a folder and those above it; Node's own way never ends in places such as /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

function describeUnusable(dataDir: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const reason = UNUSABLE[String(code)]
  if (reason === undefined) return error
  return new ConfigError(
    `DATA_DIR cannot be "${dataDir}": ${reason}; set it to a folder of its own, such as ./data.`,
    { cause: error },
  )
}

const UNUSABLE: Record<string, string> = {
  ENOENT: 'no files can be made there',
  ELOOP: 'its path is a loop of links',
  ENAMETOOLONG: 'its name is too long',
}

function readKept(file: string): Record<string, string> {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return {}
  // Reading a pipe would never end.
  if (!stats.isFile()) throw damaged(file)
  const parsed = z.record(z.string(), z.string()).safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!parsed.success) throw damaged(file)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Refused as any other content that is wrong.
    return undefined
  }
}

function damaged(file: string): ConfigError {
  return new ConfigError(
    `The file ${file} is damaged: put the one of a backup in its place, or move it away; then new secrets are made, everybody has to log in again, and second factors have to be set up anew.`,
  )
}

function generateSecrets(): Secrets {
  return {
    authSecret: randomBytes(32).toString('hex'),
    sandboxKey: randomBytes(32).toString('hex'),
    operatorToken: randomBytes(32).toString('hex'),
  }
}
