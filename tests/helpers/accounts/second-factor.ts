import { cookiesOf, PASSWORD, type TestApp, type TestDonor } from '../app/app.ts'
import { totpOf } from './totp.ts'

/**
 * Enables a second factor for an account; returns the account with the session that has verified
 * it.
 */
export async function enableSecondFactor(server: TestApp, donor: TestDonor): Promise<TestDonor> {
  const post = (path: string, payload: object) =>
    donor.call({ method: 'POST', url: `/api/auth/two-factor${path}`, payload })
  const enrolment = await post('/enable', { password: PASSWORD })
  const { totpURI } = enrolment.json<{ totpURI: string }>()
  const cookie = cookiesOf(await post('/verify-totp', { code: totpOf(totpURI) }))
  return {
    email: donor.email,
    cookie,
    call: (request) => server.call({ ...request, headers: { cookie, ...request.headers } }),
  }
}
