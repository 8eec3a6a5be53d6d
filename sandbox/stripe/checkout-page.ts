import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml, formatDollars, sendPage } from '../page.ts'
import type { Account, CardPayment, Payment } from './account/account.ts'
import type { SessionRecord } from './records/records.ts'

const BODY_LIMIT_BYTES = 8 * 1024

const ALERTS: Record<Exclude<Payment, 'paid'>, string> = {
  declined: 'Your card was declined.',
  'invalid-number': 'Your card number is invalid.',
}

/** Creates the hosted page on which a payer enters a test card: `/checkout/:id`. */
export function checkoutPage(account: Account): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      async (_request: FastifyRequest, body: string) => body,
    )
    app.get<{ Params: { id: string } }>('/checkout/:id', async ({ params }, reply) => {
      const session = account.state.sessions.get(params.id)
      return session === undefined ? sendUnknown(reply) : showSession(reply, session)
    })
    app.post<{ Params: { id: string }; Body: string }>(
      '/checkout/:id',
      async ({ params, body }, reply) => {
        const session = account.state.sessions.get(params.id)
        if (session === undefined) return sendUnknown(reply)
        const form = new URLSearchParams(body)
        return form.get('action') === 'back'
          ? goBack(reply, session)
          : pay(reply, account, session, form)
      },
    )
  }
}

function pay(
  reply: FastifyReply,
  account: Account,
  session: SessionRecord,
  form: URLSearchParams,
): FastifyReply {
  if (session.status !== 'open') return showSession(reply, session)
  const typed: CardPayment = {
    email: form.get('email')?.trim() ?? '',
    number: form.get('number')?.trim() ?? '',
    name: form.get('name')?.trim() ?? '',
  }
  const missing = findMissing(typed)
  if (missing !== undefined) return sendForm(reply, session, typed, missing)
  const result = account.pay(session, typed)
  if (result !== 'paid') return sendForm(reply, session, typed, ALERTS[result])
  return reply.redirect(withSessionId(session.successUrl, session), 303)
}

function findMissing({ email, number, name }: CardPayment): string | undefined {
  if (!/^\S+@\S+$/.test(email)) return 'Please enter your email.'
  if (number === '') return 'Please enter your card number.'
  return name === '' ? 'Please enter the name on your card.' : undefined
}

function goBack(reply: FastifyReply, session: SessionRecord): FastifyReply {
  return reply.redirect(withSessionId(session.cancelUrl ?? session.successUrl, session), 303)
}

/**
 * Puts the session's id into the URL: https://docs.stripe.com/payments/checkout/custom-success-page
 */
function withSessionId(url: string, { id }: SessionRecord): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function showSession(reply: FastifyReply, session: SessionRecord): FastifyReply {
  switch (session.status) {
    case 'open':
      return sendForm(reply, session, { email: '', number: '', name: '' })
    case 'complete':
      return sendEnded(reply, session, 'This payment is complete.')
    case 'expired':
      return sendEnded(reply, session, 'This payment page has expired.')
  }
}

function sendUnknown(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    status: 404,
    title: 'Nothing here',
    body: '<h1>There is no such payment.</h1>',
  })
}

function sendEnded(reply: FastifyReply, session: SessionRecord, sentence: string): FastifyReply {
  const target = escapeHtml(withSessionId(session.cancelUrl ?? session.successUrl, session))
  return sendPage(reply, {
    title: 'Payment',
    body: `<h1>${sentence}</h1>
<p><a href="${target}">Back to the page</a></p>`,
  })
}

function sendForm(
  reply: FastifyReply,
  session: SessionRecord,
  typed: CardPayment,
  alert?: string,
): FastifyReply {
  const targets = [session.successUrl, session.cancelUrl ?? session.successUrl]
  return sendPage(reply, {
    status: alert === undefined ? 200 : 402,
    title: session.productName,
    body: renderForm(session, typed, alert),
    formTargets: [...new Set(targets.map((url) => new URL(url).origin))],
  })
}

function renderForm(session: SessionRecord, typed: CardPayment, alert: string | undefined): string {
  return `<p class="merchant">Donation Royale</p>
<h1>${escapeHtml(session.productName)}</h1>
<p class="amount">${formatDollars(session.amount)}</p>
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" value="${escapeHtml(typed.email)}">
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" value="${escapeHtml(typed.number)}">
<label for="name">Name on card</label>
<input id="name" name="name" autocomplete="cc-name" value="${escapeHtml(typed.name)}">
${alert === undefined ? '' : `<p class="alert" role="alert">${alert}</p>`}
<div class="actions">
<button name="action" value="pay">Pay ${formatDollars(session.amount)}</button>
<button class="quiet" name="action" value="back" formnovalidate>Back</button>
</div>
</form>
<h2>To try out:</h2>
<dl class="cards">
<dt><code>4242 4242 4242 4242</code></dt><dd>pays</dd>
<dt><code>4000 0000 0000 0002</code></dt><dd>is declined</dd>
<dt><code>4000 0000 0000 0259</code></dt><dd>is disputed later</dd>
<dt><code>4000 0000 0000 0077</code></dt><dd>pays after a moment</dd>
</dl>`
}
