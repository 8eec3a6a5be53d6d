import { parseArgs } from 'node:util'
import { hostLinkSchema, hostListSchema, hostRemovedSchema } from '#contract/hosts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { readConfig, withServer, type Ask } from './operator/operator-call.ts'
import { describeSettings } from './operator/settings-line.ts'

export const HELP = `donation-royale host link | list | remove EMAIL

  link          prints a one-time link (10 minutes) that makes the account of whoever opens it a host
  list          prints who is a host
  remove EMAIL  takes the name of host from an account, at once
`

/** Names, lists or removes hosts; returns the exit code. */
export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [order, email] = positionals
  if (!isKnown(positionals)) {
    process.stderr.write(`${explainUnknown(positionals)}\n\n${HELP}`)
    return 1
  }
  const config = readConfig()
  process.stdout.write(describeSettings(config))
  const { text, code } = await withServer(config, (ask) => obey(ask, order, email))
  process.stdout.write(`${text}\n`)
  return code
}

interface Outcome {
  text: string
  code: number
}

function isKnown([name, ...others]: readonly string[]): boolean {
  if (name === 'remove') return others.length === 1
  return (name === 'link' || name === 'list') && others.length === 0
}

function explainUnknown([name, ...others]: readonly string[]): string {
  if (name === undefined) return 'Say what is to be done with the hosts.'
  if (name === 'remove') return 'Name the one e-mail address whose account is to be a host no more.'
  return `There is no ${['host', name, ...others].join(' ')}.`
}

async function obey(ask: Ask, order: string | undefined, argument = ''): Promise<Outcome> {
  if (order === 'remove') return remove(ask, argument)
  return { text: order === 'link' ? await link(ask) : await list(ask), code: 0 }
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
  if (hosts.length === 0) return 'There is no host. Name one by: donation-royale host link'
  return hosts
    .map(({ email: address, by, role, isActive }) => {
      const state = isActive ? '' : ', not yet: no account with this e-mail is confirmed'
      return `${address} (${role} by ${by}${state})`
    })
    .join('\n')
}

async function remove(ask: Ask, address: string): Promise<Outcome> {
  const path = HOST_ROUTES.removals
  const body = { email: address }
  const { removed } = await ask({ method: 'POST', path, body }, hostRemovedSchema)
  if (removed) return { text: `${address} is no longer a host.`, code: 0 }
  const text = `${address} was not named a host by a link. A host by ADMIN_EMAIL is removed by changing it and starting again.`
  return { text, code: 1 }
}
