import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml, formatDollars, sendPage } from '../page.ts'
import type { Account } from './account/account.ts'
import { PaypalError } from './errors.ts'
import type { OrderRecord } from './records/records.ts'

const BODY_LIMIT_BYTES = 8 * 1024
const MAX_NAME_LENGTH = 140

/** The time that a popup waits for its opener to close it, ms. */
const POPUP_TIMEOUT_MS = 20_000

interface Visit {
  Querystring: {
    /** The order's id. */
    token?: string
    /** The origin of the page that opened this one as a popup; absent on a full page. */
    opener?: string
  }
}

/**
 * Creates the page on which a payer approves an order, as a popup or a page of its own: `/approve`.
 */
export function approvePage(account: Account): FastifyPluginAsync {
  return async (app) => {
    takeForms(app)
    // The opener must be able to see its popup.
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cross-origin-opener-policy', 'unsafe-none')
    })
    app.get<Visit>('/approve', async ({ query }, reply) => {
      const order = findOpenOrder(account, query.token)
      return order === undefined ? sendNothing(reply) : sendForm(reply, order)
    })
    app.post<Visit & { Body: string }>('/approve', async ({ query, body }, reply) => {
      const order = findOpenOrder(account, query.token)
      if (order === undefined) return sendNothing(reply)
      const form = new URLSearchParams(body)
      const answer = form.get('action') === 'pay' ? approve(account, order, form) : cancel(order)
      return sendAnswer(reply, answer, query.opener)
    })
  }
}

function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => body,
  )
}

function findOpenOrder(account: Account, token = ''): OrderRecord | undefined {
  try {
    const order = account.requireOrder(token)
    return account.mayApprove(order) ? order : undefined
  } catch (error) {
    if (error instanceof PaypalError) return undefined
    throw error
  }
}

interface ApprovalResult {
  result: 'approved' | 'cancelled'
  token: string
  payerID: string | null
  /** The URL to which a full page continues; null if the order names none. */
  next: URL | null
}

function approve(account: Account, order: OrderRecord, form: URLSearchParams): ApprovalResult {
  const { accountId } = account.approve(order, {
    givenName: readName(form, 'given_name'),
    surname: readName(form, 'surname'),
  })
  const next = order.returnUrl === null ? null : new URL(order.returnUrl)
  next?.searchParams.set('token', order.id)
  next?.searchParams.set('PayerID', accountId)
  return { result: 'approved', token: order.id, payerID: accountId, next }
}

function readName(form: URLSearchParams, field: string): string {
  return (form.get(field) ?? '').trim().slice(0, MAX_NAME_LENGTH)
}

function cancel({ id, cancelUrl }: OrderRecord): ApprovalResult {
  const next = cancelUrl === null ? null : new URL(cancelUrl)
  next?.searchParams.set('token', id)
  return { result: 'cancelled', token: id, payerID: null, next }
}

function sendAnswer(
  reply: FastifyReply,
  { next, ...answer }: ApprovalResult,
  opener = '',
): FastifyReply {
  const isPopup = opener !== '' && URL.parse(opener)?.origin === opener
  if (!isPopup && next !== null) return reply.redirect(next.href, 303)
  const sentence =
    answer.result === 'approved' ? 'Finishing your payment…' : 'You have cancelled the payment.'
  return sendPage(reply, {
    title: 'PayPal',
    body: `<h1>${sentence}</h1><p>You can close this window.</p>`,
    ...(isPopup ? { script: notifyOpener(answer, opener) } : {}),
  })
}

/**
 * Returns a script that sends the result to the opener, which closes the window itself once it has
 * captured, or asks for another card.
 */
function notifyOpener(answer: Omit<ApprovalResult, 'next'>, opener: string): string {
  const message = toScript({ type: 'royale-sandbox-paypal', ...answer })
  const waitMs = answer.result === 'approved' ? POPUP_TIMEOUT_MS : 0
  return `
if (window.opener) window.opener.postMessage(${message}, ${toScript(opener)})
setTimeout(() => window.close(), ${waitMs})
`
}

/** Returns JSON that cannot end the script that contains it. */
function toScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function sendNothing(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    status: 404,
    title: 'PayPal',
    body: '<h1>This payment is over, or never was.</h1><p>You can close this window.</p>',
  })
}

function sendForm(reply: FastifyReply, order: OrderRecord): FastifyReply {
  const targets = [order.returnUrl, order.cancelUrl].filter((url) => url !== null)
  return sendPage(reply, {
    title: 'PayPal',
    body: renderForm(order),
    formTargets: [...new Set(targets.map((url) => new URL(url).origin))],
  })
}

function renderForm({ description, amountCents }: OrderRecord): string {
  return `<h1>${escapeHtml(description ?? 'Pay with PayPal')}</h1>
<p class="amount">${formatDollars(amountCents)}</p>
<form method="post">
<label for="given-name">Given name</label>
<input id="given-name" name="given_name" autocomplete="given-name" maxlength="${MAX_NAME_LENGTH}" autofocus>
<label for="surname">Surname</label>
<input id="surname" name="surname" autocomplete="family-name" maxlength="${MAX_NAME_LENGTH}">
<div class="actions">
<button name="action" value="pay">Pay ${formatDollars(amountCents)}</button>
<button class="quiet" name="action" value="cancel">Cancel</button>
</div>
</form>
<h2>To try out:</h2>
<dl>
<dt>Surname <code>PENDING</code></dt><dd>the money is held back</dd>
<dt>Surname <code>DECLINE</code></dt><dd>the payment is declined</dd>
</dl>`
}
