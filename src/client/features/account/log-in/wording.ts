/** The steps of the account dialog, each with its heading. */
export const STEPS = {
  'log-in': { title: 'Log In', lead: 'Your place is waiting.' },
  'sign-up': { title: 'Create Account', lead: 'Find your row on every device.' },
  forgot: {
    title: 'Reset Password',
    lead: 'Enter your email, and we mail you a link to choose a new password.',
  },
  'forgot-sent': { title: 'Check Your Mail' },
  'second-factor': {
    title: 'One More Step',
    lead: 'Your account also asks for a code from your authenticator app.',
  },
  'new-password': { title: 'New Password', lead: 'Choose one, and log in with it.' },
  'confirm-email': { title: 'Confirm Email' },
  'email-confirmed': { title: 'Email Confirmed' },
  host: { title: 'Become Host' },
} as const

export type StepName = Exclude<keyof typeof STEPS, 'email-confirmed'>

/** The notice above the log-in that a link needs first. */
export const LOG_IN_FIRST = {
  'confirm-email': 'Log in, and your email is confirmed.',
  host: 'Log in, and your account becomes the host.',
  'reset-password': undefined,
} as const
