import { parseArgs } from 'node:util'
import { pino, type Logger } from 'pino'
import { createAppFromConfig } from '#server/compose.ts'
import type { Config } from '#server/config.ts'
import { lowerPoolPriority } from '#server/infra/pool-priority.ts'
import { readLogNames } from '#server/infra/work-context.ts'
import { readConfig, requireFreeAddress } from './operator/operator-call.ts'
import { listen, takeInheritedSocket } from './start/inherited-socket.ts'
import { openOwnAddress } from './start/own-address.ts'
import { prepareStart } from './start/prepare.ts'
import { stopAtSignals } from './stop-at-signals.ts'

/** The exit code of sysexits.h for an internal error; 1 is a failed start. */
const EX_SOFTWARE = 70

export const HELP = `donation-royale start [--new-database] [--without-backup] [--prepare]

Starts the server, and the stand-ins for the payment providers where no keys are set. Ends at SIGTERM
or SIGINT, within 10 s; at a second one at once. Takes over a socket that systemd has opened for it
(LISTEN_FDS), in which connections wait while the server is replaced.
  --new-database    begins with an empty database where there was another, which is refused otherwise
  --without-backup  brings the database up to date without a backup before, where none can be made
  --prepare         starts nothing: beside the running server of an older version, says what a start
                    would do and what would stop it, compiles the program for it, and makes the backup
                    from before the upgrade if the database is on PostgreSQL
`

/** Starts the server, which runs until a signal ends it. */
export async function run(args: string[]): Promise<number | undefined> {
  const { values } = parseArgs({
    args,
    options: {
      'new-database': { type: 'boolean', default: false },
      'without-backup': { type: 'boolean', default: false },
      prepare: { type: 'boolean', default: false },
    },
  })
  const config = readConfig()
  if (values.prepare) {
    process.stdout.write(await prepareStart(config, { mayBeEmpty: values['new-database'] }))
    return 0
  }
  const socket = takeInheritedSocket(process.env)
  if (socket === undefined) await requireFreeAddress(config)
  const logger = await createLogger(config)
  endWhenBroken(logger)
  await lowerPoolPriority().catch((error: unknown) => {
    logger.warn({ err: error }, 'hashing passwords may delay the board: its threads do not yield')
  })
  // The sandbox alone is asked by this process.
  const asksItself = socket !== undefined && config.payments === 'sandbox'
  const own = asksItself ? await openOwnAddress() : undefined
  const app = await createAppFromConfig(config, logger, {
    mayBeEmpty: values['new-database'],
    withoutBackup: values['without-backup'],
    ownUrl: own?.url,
  })
  own?.serve(app)
  stopAtSignals(app, logger)
  await listen(app, config, socket)
  process.stdout.write(`Donation Royale is ready at ${config.publicUrl}\n`)
  return undefined
}

/**
 * Ends the process after an error that nobody caught, since the state in memory is not known then.
 * The supervisor starts it again.
 */
function endWhenBroken(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the server has failed and ends')
    process.exit(EX_SOFTWARE)
  })
}

async function createLogger({ logLevel: level }: Config): Promise<Logger> {
  // Not pino's own stream: its flush before an end repeats a write for ever if nobody reads it.
  const options = { level, mixin: readLogNames }
  if (!process.stdout.isTTY) return pino(options, process.stdout)
  // Loaded only on a terminal.
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty())
}
