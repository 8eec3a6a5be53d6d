import type { OwnPayment } from '#contract/me.ts'
import { formatAmount } from '#contract/money.ts'
import { html, type Html } from '#server/infra/html.ts'
import { RECEIPT_STYLES } from './receipt-styles.ts'

export interface ReceiptDocument {
  payment: OwnPayment
  /** The donor's name; null if neither they nor their provider gave one. */
  donorName: string | null
  email: string
  /** The provider's own name. */
  paidWith: string
  /** The organisation that receives the money. */
  recipient: string
  /** The refunds until now, `at` in Unix ms. */
  refunds: readonly { at: number; amountCents: number }[]
  isLive: boolean
  /** The address of the installation. */
  site: string
}

/** Renders a receipt as a document that prints on one sheet. */
export function renderReceipt(receipt: ReceiptDocument, nonce: string): string {
  const { payment, isLive } = receipt
  return renderDocument(
    `Receipt ${payment.receiptNumber ?? ''}`,
    html`<header>
        <h1>Donation receipt</h1>
        ${isLive ? undefined : html`<p class="test">Test mode: no real money moved.</p>`}
      </header>
      <p class="amount">${formatAmount(payment.amountCents)}</p>
      <dl>
        ${listFacts(receipt).map(
          ([label, value]) =>
            html`<div>
              <dt>${label}</dt>
              <dd><bdi>${value}</bdi></dd>
            </div>`,
        )}
      </dl>
      <p class="note">
        This receipt confirms a payment. Whether a donation is deductible from taxes is up to your
        country and to who receives it.
      </p>
      <p class="actions">
        <button type="button" id="print" hidden>Print</button> <a href="/me">My donations</a>
      </p>
      <script nonce="${nonce}">
        const button = document.getElementById('print')
        button.hidden = false
        button.addEventListener('click', () => print())
      </script>`,
    nonce,
  )
}

/** Renders the document in place of a receipt that cannot be shown, with a sentence that says why. */
export function renderNoReceipt(sentence: string, nonce: string): string {
  return renderDocument(
    'No receipt',
    html`<h1>No receipt</h1>
      <p>${sentence}</p>
      <p class="actions"><a href="/me">My donations</a></p>`,
    nonce,
  )
}

function listFacts(receipt: ReceiptDocument): [label: string, value: string][] {
  const { payment, refunds, donorName } = receipt
  return [
    ['Donor', donorName === null ? receipt.email : `${donorName}, ${receipt.email}`],
    ['Date', formatDate(Date.parse(payment.timestamp))],
    ['Paid with', receipt.paidWith],
    ['Received by', receipt.recipient],
    ['Receipt number', payment.receiptNumber ?? ''],
    ...refunds.map(({ at, amountCents }): [string, string] => [
      `Refunded ${formatDate(at)}`,
      formatAmount(amountCents),
    ]),
    ...toRemainder(payment),
    ['Leaderboard', receipt.site],
  ]
}

/** Returns what the donation is worth now, where that is not the amount that was given. */
function toRemainder({ state, amountCents, refundedCents }: OwnPayment): [string, string][] {
  if (state === 'disputed') return [['State', 'Held back: your bank is deciding a dispute']]
  if (state === 'charged_back') return [['State', 'Your bank gave the money back to you']]
  if (refundedCents <= 0) return []
  return [['Given after refunds', formatAmount(Math.max(0, amountCents - refundedCents))]]
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function formatDate(at: number): string {
  return `${dates.format(at)} (UTC)`
}

function renderDocument(title: string, body: Html, nonce: string): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Donation Royale</title>
        <style nonce="${nonce}">
          ${RECEIPT_STYLES}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
  return markup
}
