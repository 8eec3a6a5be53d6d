import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { reviewListSchema } from '#contract/concerns.ts'
import { ROUTES } from '#contract/routes.ts'
import { expectError, HOST_EMAIL, type TestDonor } from '../../../../tests/helpers/app.ts'
import { reconcile } from '../../../../tests/helpers/books.ts'
import {
  alterCheckout,
  beginAndPay,
  requireCheckoutRow,
} from '../../../../tests/helpers/donating.ts'
import { openShop } from '../../../../tests/helpers/shop.ts'

const shop = openShop({ adminEmail: HOST_EMAIL })

async function listReviews(host: TestDonor) {
  const answer = await host.call({ url: ROUTES.hostReviews })
  return reviewListSchema.parse(answer.json()).reviews
}

test('where all is well nothing needs the host', async () => {
  await beginAndPay(shop.donor, shop.payments, { provider: 'stripe' })
  expect((await reconcile(shop.server, { scope: 'all' })).concerns).toEqual([])
  expect(await listReviews(await shop.server.signUpHost())).toEqual([])
})

test('a donor does not see what needs the host', async () => {
  expectError(await shop.donor.call({ url: ROUTES.hostReviews }), 403, 'permission-denied')
})

describe.each(PROVIDERS)('a payment by %s in review', (provider) => {
  test('is seen by the host with what they may do, also one that was there before', async () => {
    const begun = await beginAndPay(shop.donor, shop.payments, { provider })
    const reason = 'The payment is of 500 cents, not of 400.'
    await alterCheckout(shop.server, begun, { state: 'review', amount_cents: 400, reason })
    const { id } = await requireCheckoutRow(shop.server, begun.ref)
    const wanted = {
      id: `payment_in_review:${id}`,
      kind: 'payment_in_review',
      subject: id,
      message: reason,
      provider,
      resolutions: ['accept', 'refund', 'dismiss'],
      details: { checkoutId: id, paymentRef: begun.ref, agreedCents: 400 },
    }
    expect(await listReviews(await shop.server.signUpHost())).toMatchObject([wanted])
    expect((await reconcile(shop.server)).concerns).toMatchObject([wanted])
  })

  test('needs nobody any more once it is in review no more', async () => {
    const begun = await beginAndPay(shop.donor, shop.payments, { provider })
    await alterCheckout(shop.server, begun, { state: 'review' })
    expect((await reconcile(shop.server)).concerns).toHaveLength(1)
    await alterCheckout(shop.server, begun, { state: 'awaiting_payer' })
    expect((await reconcile(shop.server)).concerns).toEqual([])
    const [ended] = await listReviews(await shop.server.signUpHost())
    expect(ended).toMatchObject({ kind: 'payment_in_review', resolution: 'gone' })
  })
})
