import type Stripe from 'stripe'
import { NO_ADDRESS } from './no-address.ts'
import type { SessionRecord } from '../records/records.ts'

/**
 * Returns a Checkout Session. `publicUrl` is the origin of its hosted page, which it names only
 * while it is open.
 */
// oxlint-disable-next-line max-lines-per-function -- one object, field by field
export function toSession(record: SessionRecord, publicUrl: string): Stripe.Checkout.Session {
  const { id, amount } = record
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: record.cancelUrl,
    client_reference_id: record.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: record.created,
    currency: record.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: toCustomerDetails(record),
    customer_email: null,
    discounts: [],
    expires_at: record.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: record.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: record.intentId,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: record.paymentStatus,
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: record.status,
    submit_type: record.submitType,
    subscription: null,
    success_url: record.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: record.status === 'open' ? `${publicUrl}/_sandbox/stripe/checkout/${id}` : null,
    wallet_options: null,
  }
}

function toCustomerDetails({
  email,
  name,
}: SessionRecord): Stripe.Checkout.Session['customer_details'] {
  if (email === null && name === null) return null
  return {
    address: NO_ADDRESS,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}
