import type { Account } from '../account/account.ts'
import { readSessionParams } from './create-session.ts'
import { expand } from './expand.ts'
import type { FormObject } from './form-body.ts'
import { toListPage } from './lists.ts'
import { textOf, type Mount } from './mount.ts'
import type { SessionRecord } from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'
import { toSession } from '../objects/session-object.ts'

const URL = '/v1/checkout/sessions'

/** Mounts the session routes: https://docs.stripe.com/api/checkout/sessions */
export function mountSessions(mount: Mount, account: Account, publicUrl: string): void {
  const requireSession = (id: string) =>
    requireRecord(account.state.sessions, 'checkout.session', id)

  mount('POST', URL, ({ form }) => {
    const session = account.createSession(readSessionParams(form, account))
    return expand(account, toSession(session, publicUrl), form)
  })
  mount('GET', URL, ({ form }) =>
    toListPage(form, URL, findSessions(account, form), {
      keep: () => true,
      show: (session) => toSession(session, publicUrl),
    }),
  )
  mount('GET', `${URL}/:id`, ({ id, form }) =>
    expand(account, toSession(requireSession(id), publicUrl), form),
  )
  mount('POST', `${URL}/:id/expire`, ({ id }) => {
    const session = requireSession(id)
    account.expireSession(session)
    return toSession(session, publicUrl)
  })
}

function findSessions({ state }: Account, form: FormObject): SessionRecord[] {
  const intentId = textOf(form['payment_intent'])
  if (intentId === undefined) return [...state.sessions.values()]
  const session = state.sessions.get(state.intents.get(intentId)?.sessionId ?? '')
  return session === undefined ? [] : [session]
}
