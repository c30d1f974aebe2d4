import type { Failure } from '../core/failure.ts'
import { message } from './message.ts'

/** A message that says what went wrong, and what to do about it. */
export function describeFailure({ code, detail }: Pick<Failure, 'code' | 'detail'>): string {
  switch (code) {
    case 'bad_address':
      return message('failBadAddress')
    case 'plain_address':
      return message('failPlainAddress')
    case 'offline':
      return message('failOffline')
    case 'unreachable':
      return message('failUnreachable')
    case 'slow':
      return message('failSlow')
    case 'certificate':
      return message('failCertificate')
    case 'cors':
      return message('failCors')
    case 'redirected':
      return message('failRedirected')
    case 'not_the_service':
      return message('failNotTheService')
    case 'other_issuer':
      return message('failOtherIssuer', detail)
    case 'sign_in_failed':
      return detail === '' ? message('failSignIn') : message('failSignInSaid', detail)
    case 'wrong_answer':
      return message('failWrongAnswer')
    case 'signed_out':
      return message('failSignedOut')
    case 'paused':
      return message('failPaused')
    case 'busy':
      return detail === '' ? message('failBusy') : message('failBusySaid', detail)
    case 'too_large':
      return message('failTooLarge')
    case 'refused':
      return detail
    case 'no_page':
      return message('failNoPage')
    case 'own_page':
      return message('ownPageText')
    case 'gone':
      return detail === '' ? message('failGone') : detail
    case 'already_sent':
      return message('failAlreadySent')
    case 'stopped':
      return message('failStopped')
  }
}
