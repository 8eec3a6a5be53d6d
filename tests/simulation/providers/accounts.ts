import { KEYS } from '../../helpers/providers/payment-providers.ts'

export type AccountName = 'our account' | 'the other account'

type Keys = typeof KEYS

/** The keys of the account that the host uses, and of another one that the host may change to. */
export const ACCOUNTS: Record<AccountName, Keys> = {
  'our account': KEYS,
  'the other account': {
    stripe: { secretKey: 'sk_test_other_account', webhookSecret: 'whsec_other_account' },
    paypal: {
      clientId: 'other-client',
      clientSecret: 'secret_of_the_other_client',
      webhookId: 'WH-OTHER',
    },
  },
}
