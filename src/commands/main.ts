import { describeStartupError } from './startup-error.ts'

/** Runs a command with its arguments; returns the exit code, or undefined if it runs on. */
type Run = (args: string[]) => Promise<number | undefined>

interface Command {
  does: string
  /** Loads the command alone, so that none pays for the others. */
  load: () => Promise<{ HELP: string; run: Run }>
}

const COMMANDS: Record<string, Command> = {
  start: { does: 'starts the server', load: () => import('./start.ts') },
  host: { does: 'names, lists and removes hosts', load: () => import('./host.ts') },
  backup: { does: 'makes a backup in one file, and checks it', load: () => import('./backup.ts') },
  restore: {
    does: 'puts a backup into an empty data folder, and reconciles',
    load: () => import('./restore.ts'),
  },
  reconcile: {
    does: "brings the ledger to the providers' truth, and compares",
    load: () => import('./reconcile.ts'),
  },
  'copy-database': {
    does: 'copies the database from SQLite to PostgreSQL, or back',
    load: () => import('./copy-database.ts'),
  },
  doctor: {
    does: 'checks settings, keys, address, mail, database and disk, and says what to do',
    load: () => import('./doctor.ts'),
  },
  version: { does: 'prints the version', load: () => import('./version.ts') },
}

const HELP = `donation-royale COMMAND [OPTIONS]

${Object.entries(COMMANDS)
  .map(([name, { does }]) => `  ${name.padEnd(14)} ${does}`)
  .join('\n')}

Settings come from the environment and from .env in the current folder; the command with --help tells
its options.
`

const OTHER_NAMES: Record<string, string> = { '--version': 'version', '-v': 'version' }

const HELP_NAMES = new Set(['--help', '-h', 'help'])

keepOnWithoutReader()
await main(process.argv.slice(2))

async function main([given = '--help', ...args]: string[]): Promise<void> {
  if (HELP_NAMES.has(given)) {
    process.stdout.write(HELP)
    return
  }
  const name = OTHER_NAMES[given] ?? given
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    process.stderr.write(`There is no command ${given}.\n\n${HELP}`)
    process.exitCode = 1
    return
  }
  try {
    const { HELP: help, run } = await command.load()
    if (args.some((arg) => arg === '--help' || arg === '-h')) {
      process.stdout.write(help)
      return
    }
    const code = await run(args)
    if (code !== undefined) process.exitCode = code
  } catch (error) {
    process.stderr.write(`${describeStartupError(error)}\n`)
    // Files and sockets opened before the failure would keep the process alive.
    // oxlint-disable-next-line unicorn/no-process-exit
    process.exit(1)
  }
}

/**
 * Lets a command run to its end if whoever read its output has gone, as after `| head`; what it says
 * from then on is lost.
 */
function keepOnWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
