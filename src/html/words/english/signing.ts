import { html } from 'hono/html'
import type { Slot } from '../slot.ts'

const signIn = 'Sign in'
const makeAccount = 'Make an account'

/** The texts of signing in and up, and of getting back in. */
export const signing = {
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: (length: number) =>
    `At least ${length} characters, better 15 or more. A few words work well.`,
  toSignIn: 'Back to sign-in',
  /** Where an app's request is what the page goes on to; what to do first is in the title of the page. */
  asked: (first: string) =>
    `An app asks to use your reading queue. ${first} to see which one, and to decide.`,
  ended: 'You were signed out. Sign in and try again.',
  in: {
    title: signIn,
    passkey: 'Sign in with a passkey',
    provider: (name: string) => `Sign in with ${name}`,
    forgotten: 'Forgotten your password?',
    isNew: 'New here?',
  },
  up: {
    title: makeAccount,
    emailHint: 'You sign in with it. Nothing is sent to it.',
    known: 'You have one already?',
    code: 'Set-up code',
    codeHint: 'The server printed it when it started. It tells you from a passer-by.',
    byProvider: (provider: string) =>
      `You are new here. You will sign in with ${provider}. Have you an account already? Sign in to it the way you did before, and connect ${provider} on its account page.`,
  },
  forgot: {
    title: 'Forgotten password',
    mail: 'Enter your address. You get a mail with a link that sets a new password.',
    send: 'Send me a link',
    sent: 'Look into your mail: a letter is on its way. It may take a few minutes, or lie in the spam.',
    operator:
      'This service sends no mail. Whoever runs it can make you a link that sets a new password, with this command on the server:',
    command: 'npm start -- reset-password EMAIL',
    passkey: 'Have you added a passkey? You can still sign in with it.',
    provider: 'Nobody signs in with a password here. Use your provider or a passkey.',
  },
  reset: {
    title: 'New password',
    heading: 'Set a new password',
    whose: (email: Slot) => html`For ${email}. Every browser that is signed in will be signed out.`,
    endAgents: (count: number) =>
      `Also end the access of ${count === 1 ? 'your agent' : `all ${count} agents`}. Do this if somebody else may have been in your account.`,
    button: 'Set the password',
    done: (areAgentsEnded: boolean) =>
      `The new password is set${areAgentsEnded ? ', and no agent has access any more' : ''}. Sign in with it.`,
  },
  passkey: {
    unused: 'No passkey was used. Try again when you are ready.',
    known: 'This device has a passkey for this account already.',
    failed: (reason: string) => `That did not work: ${reason}`,
    silent: 'The service does not answer.',
  },
}
