import type { OwnPayment } from '#contract/me.ts'
import { formatAmount } from '#contract/money.ts'
import { CROWN_PATH } from '#server/http/pages/crown.ts'
import { html, type Html } from '#server/infra/html.ts'
import { RECEIPT_STYLES } from './receipt-styles.ts'

export interface ReceiptDocument {
  payment: OwnPayment
  /** The donor's name; null if neither they nor their provider gave one. */
  donorName: string | null
  email: string
  /** The provider's own name. */
  paidWith: string
  /** The organisation that receives the money, and how to reach it. */
  recipient: readonly [name: string, contact?: string]
  /** The campaign's title and who runs it, which may be empty. */
  letterhead: { title: string; host: string }
  /** The refunds until now, `at` in Unix ms. */
  refunds: readonly { at: number; amountCents: number }[]
  isLive: boolean
  /** The address of the installation. */
  site: string
}

/** The parts that all documents share. */
export interface DocumentFrame {
  /** The style rules of the fonts; undefined for those of the device. */
  fonts: Html | undefined
  nonce: string
}

/** Renders a receipt as a document that prints on one sheet. */
export function renderReceipt(receipt: ReceiptDocument, frame: DocumentFrame): string {
  const { payment, isLive } = receipt
  return renderDocument(
    `Receipt ${payment.receiptNumber ?? ''}`,
    html`<header>
        ${renderLetterhead(receipt.letterhead)}
        <h1>Donation receipt</h1>
        ${isLive ? undefined : html`<p class="test">Test mode: no real money moved.</p>`}
      </header>
      <p class="amount">${formatAmount(payment.amountCents)} <small>USD</small></p>
      <dl>
        ${listFacts(receipt).map(
          ([label, value]) =>
            html`<div>
              <dt>${label}</dt>
              <dd><bdi>${renderValue(value)}</bdi></dd>
            </div>`,
        )}
      </dl>
      <p class="note">
        This receipt confirms a payment. Whether a donation is tax-deductible depends on your
        country and on who receives it.
      </p>
      <p class="actions">
        <button type="button" id="print" hidden>Print</button> <a href="/me">My donations</a>
      </p>
      <script nonce="${frame.nonce}">
        const button = document.getElementById('print')
        button.hidden = false
        button.addEventListener('click', () => print())
      </script>`,
    frame,
  )
}

/** Renders the document in place of a receipt that cannot be shown, with a sentence that says why. */
export function renderNoReceipt(sentence: string, frame: DocumentFrame): string {
  return renderDocument(
    'No receipt',
    html`<h1>No receipt</h1>
      <p>${sentence}</p>
      <p class="actions"><a href="/me">My donations</a></p>`,
    frame,
  )
}

/** Shows whose receipt it is, with the crown of the logo in one colour, as it is on light ground. */
function renderLetterhead({ title, host }: ReceiptDocument['letterhead']): Html {
  return html`<p class="letterhead">
    <svg viewBox="0 0 64 64" width="32" height="32" aria-hidden="true">
      <path d="${CROWN_PATH}" />
    </svg>
    <span>
      <strong><bdi>${title}</bdi></strong>
      ${host === '' ? undefined : html`<span>run by <bdi>${host}</bdi></span>`}
    </span>
  </p>`
}

/** A value, or a name with an address that stays on one line. */
type Value = string | readonly [name: string, address?: string]

function renderValue(value: Value): Html {
  if (typeof value === 'string') return html`${value}`
  const [name, address] = value
  if (address === undefined) return html`${name}`
  return html`${name}, <span class="whole">${address}</span>`
}

function listFacts(receipt: ReceiptDocument): [label: string, value: Value][] {
  const { payment, refunds, donorName } = receipt
  return [
    ['Donor', donorName === null ? receipt.email : [donorName, receipt.email]],
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

function renderDocument(title: string, body: Html, { fonts, nonce }: DocumentFrame): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Donation Royale</title>
        <style nonce="${nonce}">
          ${fonts}
          ${RECEIPT_STYLES}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
  return markup
}
