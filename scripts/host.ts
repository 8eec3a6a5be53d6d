import { parseArgs } from 'node:util'
import { hostLinkSchema, hostListSchema, hostRemovedSchema } from '#contract/hosts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { describeStartupError } from '#server/startup-error.ts'
import { readConfig, withServer, type Ask } from './operator/operator-call.ts'
import { describeSettings } from './operator/settings-line.ts'

const HELP = `npm run host -- link | list | remove EMAIL

  link          prints a one-time link (10 minutes) that makes the account of whoever opens it a host
  list          prints who is a host
  remove EMAIL  takes the name of host from an account, at once
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})

const [command, email] = positionals

if (!values.help && isKnown(command, email)) {
  try {
    const config = readConfig()
    process.stdout.write(describeSettings(config))
    process.stdout.write(`${await withServer(config, (ask) => run(ask, command, email))}\n`)
  } catch (error) {
    process.stderr.write(`${describeStartupError(error)}\n`)
    process.exitCode = 1
  }
} else {
  process.stdout.write(HELP)
  process.exitCode = values.help ? 0 : 1
}

function isKnown(name: string | undefined, argument: string | undefined): boolean {
  if (name === 'remove') return argument !== undefined
  return name === 'link' || name === 'list'
}

async function run(ask: Ask, name: string | undefined, argument = ''): Promise<string> {
  if (name === 'link') return link(ask)
  return name === 'list' ? list(ask) : remove(ask, argument)
}

async function link(ask: Ask): Promise<string> {
  const { url, expiresAt } = await ask({ method: 'POST', path: HOST_ROUTES.links }, hostLinkSchema)
  return [
    `Open this link once, before ${expiresAt}, in a browser in which the future host is logged in:`,
    `  ${url}`,
    'The account needs a confirmed e-mail, and in live mode a second factor before it may do anything.',
  ].join('\n')
}

async function list(ask: Ask): Promise<string> {
  const { hosts } = await ask({ method: 'GET', path: HOST_ROUTES.hosts }, hostListSchema)
  if (hosts.length === 0) return 'There is no host. Name one by: npm run host -- link'
  return hosts
    .map(({ email: address, by, role, isActive }) => {
      const state = isActive ? '' : ', not yet: no account with this e-mail is confirmed'
      return `${address} (${role} by ${by}${state})`
    })
    .join('\n')
}

async function remove(ask: Ask, address: string): Promise<string> {
  const path = HOST_ROUTES.removals
  const body = { email: address }
  const { removed } = await ask({ method: 'POST', path, body }, hostRemovedSchema)
  if (removed) return `${address} is no longer a host.`
  process.exitCode = 1
  return `${address} was not named a host by a link. A host by ADMIN_EMAIL is removed by changing it and starting again.`
}
