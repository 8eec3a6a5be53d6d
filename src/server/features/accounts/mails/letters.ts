import type { Letter } from '#server/infra/mail/letter.ts'

/** The data that every mail about an account needs. */
export interface LetterContext {
  /** The page's origin, without a trailing slash. */
  publicUrl: string
  /** The title of the campaign. */
  title: string
}

export interface Device {
  /** The browser and system, such as 'Firefox on Linux'. */
  name: string
  address: string
  at: number
}

/** Writes the mail that confirms the address of a new account. */
export function writeConfirmation(context: LetterContext, token: string): Letter {
  return write(context, {
    subject: 'Confirm your email',
    lead: 'Please confirm that this is your email.',
    details:
      'The link works once, for 24 hours, in a browser in which you are logged in. You can donate without it. If you made no account, ignore this message: without the link nothing happens.',
    link: link(context, 'Confirm my email', 'confirm-email', token),
  })
}

/** Writes the mail that confirms the new address of an account. */
export function writeEmailChange(context: LetterContext, token: string): Letter {
  return write(context, {
    subject: 'Confirm your new email',
    lead: 'Please confirm that your account moves to this email.',
    details:
      'The link works once, for 24 hours, in a browser in which you are logged in. Until you open it your old email stays. If you did not ask for this, ignore this message: without the link nothing happens.',
    link: link(context, 'Confirm my new email', 'confirm-email', token),
  })
}

/** Writes the mail with the link that resets a password. */
export function writePasswordReset(context: LetterContext, token: string): Letter {
  return write(context, {
    subject: 'Reset your password',
    lead: 'Here is your link to a new password.',
    details:
      'It works once, for 10 minutes. If you did not ask for it, ignore this message: your password stays as it is.',
    link: link(context, 'Choose a new password', 'reset-password', token),
  })
}

const NOT_YOU = 'If this was not you, reset your password now and end all other sessions.'

/** Writes the notice that the password was changed. */
export function writePasswordChanged(context: LetterContext): Letter {
  return writeNotice(context, {
    subject: 'Your password was changed',
    lead: 'The password of your account was changed.',
    details: `All other sessions have ended. ${NOT_YOU}`,
  })
}

/** Writes the notice that the address of an account was changed. */
export function writeEmailChanged(context: LetterContext): Letter {
  return writeNotice(context, {
    subject: 'Your email was changed',
    lead: 'Your account has another email now.',
    details:
      'This address gets no more messages about it. If this was not you, write to whoever runs this page.',
  })
}

/** Writes the notice of a login from a browser that is new to the account. */
export function writeNewDevice(context: LetterContext, device: Device): Letter {
  return writeNotice(context, {
    subject: 'New login to your account',
    lead: 'Somebody has logged in to your account on a new device.',
    details: `If this was you, all is well. ${NOT_YOU}`,
    facts: [
      { label: 'Device', value: device.name },
      { label: 'Address', value: device.address },
      { label: 'Date', value: `${moments.format(device.at)} UTC` },
    ],
  })
}

/** Writes the notice that the second factor was turned on. */
export function writeSecondFactorOn(context: LetterContext): Letter {
  return writeNotice(context, {
    subject: 'Your second factor is on',
    lead: 'Your account has a second factor now.',
    details: `Each login asks for it after the password. Keep the recovery codes where your phone is not. ${NOT_YOU}`,
  })
}

/** Writes the notice that the second factor was turned off. */
export function writeSecondFactorOff(context: LetterContext): Letter {
  return writeNotice(context, {
    subject: 'Your second factor is off',
    lead: 'Your account has no second factor any more.',
    details: `The password alone opens it now. ${NOT_YOU}`,
  })
}

/** Writes the notice that a passkey was added. */
export function writePasskeyAdded(context: LetterContext): Letter {
  return writeNotice(context, {
    subject: 'A passkey was added',
    lead: 'Your account can be opened with a new passkey.',
    details: NOT_YOU,
  })
}

/** Writes the notice that a passkey was removed. */
export function writePasskeyRemoved(context: LetterContext): Letter {
  return writeNotice(context, {
    subject: 'A passkey was removed',
    lead: 'A passkey no longer opens your account.',
    details: NOT_YOU,
  })
}

/** Writes the notice that the account was made a host. */
export function writeHostNamed(context: LetterContext): Letter {
  return writeNotice(context, {
    subject: 'You are a host now',
    lead: 'Your account is a host of this page now.',
    details:
      'It may do what donors may not. Before real money moves, set up a second factor for it.',
  })
}

/** Writes the notice that the account is no longer a host. */
export function writeHostRemoved(context: LetterContext): Letter {
  return writeNotice(context, {
    subject: 'You are no longer a host',
    lead: 'Your account is no longer a host of this page.',
    details: 'It works as every other account. Your donations stay as they are.',
  })
}

type Content = Pick<Letter, 'subject' | 'lead' | 'details' | 'link'> &
  Partial<Pick<Letter, 'facts'>>

/** Writes a mail that asks for nothing, with a link to the page. */
export function writeNotice(context: LetterContext, content: Omit<Content, 'link'>): Letter {
  return write(context, { ...content, link: { label: 'Go to the page', url: context.publicUrl } })
}

/** Writes a mail about an account. */
export function write({ publicUrl, title }: LetterContext, content: Content): Letter {
  return {
    title,
    notice: undefined,
    greeting: 'Hello,',
    facts: [],
    ...content,
    footer: `You get this message because of an account at ${publicUrl}.`,
  }
}

/** Returns a link with the token in the URL's fragment, which browsers do not send: it reaches no log. */
export function link({ publicUrl }: LetterContext, label: string, action: string, token: string) {
  return { label, url: `${publicUrl}/#${action}=${token}` }
}

const moments = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
