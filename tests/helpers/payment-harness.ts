import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openTestApp, type TestApp, type TestAppOptions, type TestDonor } from './app.ts'
import type { BegunCheckout } from './checkouts.ts'
import type { ReceivedRequest } from './http-double.ts'
import { openTestSandbox, type TestSandbox } from './payment-sandbox.ts'

const PAYMENT_EVENT = { stripe: 'session.completed', paypal: 'order.approved' }

/** What a test of payments needs: both providers, our server, and somebody who is signed in. */
export class PaymentHarness {
  /** By how much the server's clock runs ahead; each test begins with none. */
  clockOffsetMs = 0
  /** Payments of earlier tests at the same providers are another installation's. */
  installationId = randomUUID()
  #payments: TestSandbox | undefined
  #server: TestApp | undefined
  #donor: TestDonor | undefined

  get payments(): TestSandbox {
    return requireOpen(this.#payments)
  }

  get server(): TestApp {
    return requireOpen(this.#server)
  }

  get donor(): TestDonor {
    return requireOpen(this.#donor)
  }

  /** The event that tells that somebody has paid, as it came. */
  requirePaymentEvent({ provider, ref }: BegunCheckout): Promise<ReceivedRequest> {
    return this.payments.requireWebhook({ provider, type: PAYMENT_EVENT[provider], body: ref })
  }

  async openProviders(): Promise<void> {
    this.#payments = await openTestSandbox()
  }

  async open(options: TestAppOptions): Promise<void> {
    this.clockOffsetMs = 0
    this.installationId = randomUUID()
    const clock = () => Date.now() + this.clockOffsetMs
    this.#server = await openTestApp({
      payments: this.payments,
      installationId: this.installationId,
      clock,
      // Donors may delete test donations if nobody is the host.
      adminEmail: undefined,
      ...options,
    })
    this.#donor = await this.server.signUp()
  }

  /** The providers stay, without the faults that they were given. */
  async close(): Promise<void> {
    await this.payments.control('/faults/clear', {})
    await this.server.close()
  }
}

/** For a test file: the providers are opened once, server and donor anew for each test. */
export function openPaymentHarness(options: TestAppOptions = {}): PaymentHarness {
  const harness = new PaymentHarness()
  beforeAll(() => harness.openProviders())
  afterAll(() => harness.payments.close())
  beforeEach(() => harness.open(options))
  afterEach(() => harness.close())
  return harness
}

function requireOpen<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The payment harness is not open yet.')
  return part
}
