import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openTestApp, type TestApp, type TestAppOptions, type TestDonor } from './app.ts'
import type { BegunCheckout } from './checkouts.ts'
import type { ReceivedRequest } from '../network/http-double.ts'
import { openTestSandbox, type TestSandbox } from '../providers/payment-sandbox.ts'

const PAYMENT_EVENT = { stripe: 'session.completed', paypal: 'order.approved' }

/** Both providers, our server and a signed-in donor, for tests of payments. */
export class PaymentHarness {
  /** The lead of the server's clock; each test begins with none. */
  clockOffsetMs = 0
  /**
   * The installation's id, new for each test, so that payments of earlier tests belong to others.
   */
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

  /** Waits for the event of a completed payment. */
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

  /** Closes the server; the providers stay open, without their faults. */
  async close(): Promise<void> {
    await this.payments.control('/faults/clear', {})
    await this.server.close()
  }
}

/** Opens the providers once for a test file, and a server and a donor for each test. */
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
