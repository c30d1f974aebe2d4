import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'

const signIn = 'Sign in'
const createAccount = 'Create account'

/** The texts of signing in, signing up and resetting a password. */
export const signing = {
  email: 'Email address',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: (length: number) =>
    `At least ${length} characters; 15 or more is better. A few words work well.`,
  toSignIn: 'Back to sign-in',
  /** For people whom an app sent here for approval; `first` is what they have to do before. */
  appIsWaiting: (first: string) =>
    `An app asks to use your reading queue. ${first} to see which one and decide.`,
  sessionEnded: 'You were signed out. Sign in and try again.',
  signIn: {
    title: signIn,
    passkey: 'Sign in with a passkey',
    provider: (name: string) => `Sign in with ${name}`,
    forgotPassword: 'Forgot your password?',
    newHere: 'New here?',
  },
  /** The second step of signing in with a password. */
  code: {
    title: 'Enter your code',
    text: 'Enter the 6-digit code from your authenticator app, or one of your recovery codes.',
    field: 'Code',
    tookTooLong: 'That took too long. Sign in again.',
  },
  signUp: {
    title: createAccount,
    emailHint: 'We only use it to sign you in.',
    mailHint: 'We send a link there to confirm that it is yours.',
    haveAccount: 'Already have an account?',
    invited: 'You have been invited to this reading queue.',
    withProvider: (name: string) => `Continue with ${name}`,
    code: 'Set-up code',
    codeHint: 'The server printed it when it started. It proves that the service is yours.',
    newFromProvider: (provider: string) =>
      `You’re new here. You’ll sign in with ${provider}. Already have an account? Sign in to it the way you did before, and connect ${provider} in its settings.`,
    sent: 'Check your mail: we sent you a link. It may take a few minutes, or end up in spam.',
    confirm: {
      title: 'Confirm your email address',
      text: (email: Slot) => html`Create an account for ${email}.`,
      otherBrowser:
        'You signed up in another browser, so enter the password that you chose there. If you didn’t sign up, close this page.',
    },
  },
  forgot: {
    title: 'Forgot your password?',
    mail: 'Enter your email address. We’ll send you a link to reset your password.',
    send: 'Send link',
    sent: 'Check your mail: we sent you an email. It may take a few minutes, or end up in spam.',
    operator:
      'This service doesn’t send email. The person who runs it can create a link that resets your password, with this command on the server:',
    command: 'npm start -- reset-password EMAIL',
    passkey: 'Have you added a passkey? You can still sign in with it.',
    provider: 'This service doesn’t use passwords. Sign in with your provider or a passkey.',
  },
  reset: {
    title: 'Reset your password',
    heading: 'Reset your password',
    forAccount: (email: Slot) => html`For ${email}. Every browser that is signed in will be signed out.`,
    keep: {
      heading: 'Keep access for',
      text: 'Anything you don’t select loses access to your account. Select only what you recognise as yours.',
      passkey: (name: Slot) => html`Passkey ${name}`,
      identity: (name: Slot) => html`Sign-in through ${name}`,
      agent: (name: Slot) => html`Agent ${name}`,
      totp: 'Two-step sign-in',
      added: (when: Slot) => html`added ${when}`,
      lastUsed: (when: Slot) => html`last used ${when}`,
      neverUsed: 'not used yet',
    },
    code: 'Code from your authenticator app, or a recovery code',
    button: 'Reset password',
    done: (removed: number) =>
      removed === 0
        ? 'Your password is reset. Sign in with it.'
        : `Your password is reset, and ${removed === 1 ? '1 other way' : `${removed} other ways`} into your account ${removed === 1 ? 'is' : 'are'} closed. Sign in with it.`,
  },
  passkey: {
    unused: 'No passkey was used. Try again when you’re ready.',
    known: 'This device already has a passkey for this account.',
    failed: (reason: string) => `That didn’t work: ${reason}`,
    noResponse: 'The service isn’t responding. Try again.',
  },
}
