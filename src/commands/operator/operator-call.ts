import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { pino } from 'pino'
import { z } from 'zod'
import { errorBodySchema, type ErrorBody } from '#contract/errors.ts'
import { runningSettingsSchema, type RunningSettings } from '#contract/host/diagnosis.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ConfigError, parseConfig, type Config } from '#server/config.ts'
import { listSettingTexts } from '#server/config/setting-texts.ts'
import { keepFilesPrivate } from '#server/file-modes.ts'
import { findListenFault } from '#server/infra/listen-check.ts'
import { digestSettings } from '#server/infra/setting-digests.ts'
import { describeInstallation } from '#server/installation-line.ts'
import { loadSecrets } from '#server/secrets.ts'
import { readEnvFile } from './env-file.ts'

const ENV_FILE = '.env'

/**
 * Reads the configuration: from `.env` in the current folder, overridden by the environment. Throws a
 * ConfigError for what is wrong.
 */
export function readConfig(): Config {
  return parseConfig(readVariables())
}

/** Returns the environment, with what `.env` in the current folder adds. */
export function readVariables(): NodeJS.ProcessEnv {
  keepFilesPrivate()
  for (const [name, value] of Object.entries(readEnvFile(ENV_FILE))) {
    if (value !== undefined) process.env[name] ??= value
  }
  return process.env
}

/** Throws a ConfigError if this process cannot listen where the settings say. */
export async function requireFreeAddress({ host, port }: Config): Promise<void> {
  const fault = await findListenFault({ host, port })
  if (fault !== undefined) throw new ConfigError(fault)
}

/** A request of the operator to the server. */
export interface OperatorCall {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export type Ask = <Answer>(call: OperatorCall, schema: z.ZodType<Answer>) => Promise<Answer>

/** Thrown if nothing listens at the server's address. */
class ServerAwayError extends Error {
  override readonly name = 'ServerAwayError'
}

/**
 * Calls `work` with the running server and its settings, if it tells them, or with one that is started
 * for it and stopped afterwards. Throws a ConfigError if the running one has another mode or database
 * than the settings.
 */
export async function withServer<Result>(
  config: Config,
  work: (ask: Ask, running?: RunningSettings) => Promise<Result>,
): Promise<Result> {
  try {
    const running = await requireSameSettings(config)
    return await work(askOf(config), running)
  } catch (error) {
    if (!(error instanceof ServerAwayError)) throw error
  }
  return withOwnServer(config, work)
}

/** Calls `work` with a server that is started for it and stopped afterwards. */
export async function withOwnServer<Result>(
  config: Config,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  await requireFreeAddress(config)
  // Imported only if no server is running. Its log is not part of the command's output.
  const { createAppFromConfig } = await import('#server/compose.ts')
  // Backups are the server's business, not that of a command.
  const logger = pino({ level: 'error' }, pino.destination(2))
  const app = await createAppFromConfig(config, logger, { makesBackups: false })
  await app.listen({ port: config.port, host: config.host })
  try {
    return await work(askOf(config))
  } finally {
    await app.close()
  }
}

function askOf(config: Config): Ask {
  return async (call, schema) => schema.parse(await send(config, call))
}

/** The command would say one thing and examine another: the settings were changed since the start. */
async function requireSameSettings(config: Config): Promise<RunningSettings | undefined> {
  const { operatorToken } = loadSecrets(config.dataDir)
  const call = {
    method: 'POST' as const,
    path: HOST_ROUTES.runningSettings,
    body: { digests: digestSettings(listSettingTexts(config), operatorToken) },
  }
  const { status, text } = await exchangeAsOperator(config, call)
  // A server of an earlier version does not tell; what else it could be, the call itself finds out.
  if (status !== 200) return undefined
  const running = runningSettingsSchema.parse(JSON.parse(text))
  const { installation } = running
  if (installation === describeInstallation(config)) return running
  throw new ConfigError(
    `The server that runs here has other settings than this command. It has: ${installation}. Restart it with the new settings, or run the command with its own.`,
  )
}

async function send(config: Config, call: OperatorCall): Promise<unknown> {
  const address = addressOf(config)
  const { status, text } = await exchangeAsOperator(config, call)
  // To everybody but its operator the server says that there is nothing.
  if (status === 404) {
    throw new ConfigError(
      `What listens at ${address} does not take the token of ${resolve(config.dataDir)}: run the command in the folder of the server's .env, or set DATA_DIR and PORT as the server has them.`,
    )
  }
  if (status !== 200) throw toRefusal(status, text)
  return JSON.parse(text)
}

/** Returns the server's own sentence as what the operator can mend; anything else is a fault. */
function toRefusal(status: number | undefined, text: string): Error {
  const fault = new Error(`The server answered ${status}: ${text}`)
  if (status === undefined || status < 400 || status >= 500) return fault
  const body = parseErrorBody(text)
  return body === undefined ? fault : new ConfigError(body.error.message, { cause: fault })
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    return errorBodySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function exchangeAsOperator(
  config: Config,
  { method, path, body }: OperatorCall,
): ReturnType<typeof exchange> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  return exchange(`${addressOf(config)}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${loadSecrets(config.dataDir).operatorToken}`,
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: sent,
  })
}

/**
 * The loopback address of the server's own family; at the other one, another program could wait for
 * the token.
 */
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the address at which this machine reaches the server. */
export function addressOf({ host, port }: Config): string {
  const name = LOOPBACK[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

interface Exchange {
  method: OperatorCall['method']
  headers: Record<string, string>
  body: string | undefined
}

/**
 * Sends a request without a time-out: `fetch` gives up after five minutes, and importing may take
 * hours.
 */
async function exchange(
  url: string,
  { method, headers, body }: Exchange,
): Promise<{ status: number | undefined; text: string }> {
  const call = request(url, { method, headers, agent: false }).end(body)
  try {
    const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(call, 'response'))
    return { status: answer.statusCode, text: await readText(answer) }
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new ServerAwayError('The server could not be reached.', { cause: error })
  }
}

function isRefused(cause: unknown): boolean {
  const causes = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.some((one) => one instanceof Error && 'code' in one && one.code === 'ECONNREFUSED')
}
