import type { Handler } from 'hono'
import { invitationUrl, createInvitation, withdrawInvitation } from '../../accounts/invitations.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import type { Services } from '../../services.ts'
import { deleteServiceExtraction } from '../../settings/service-extractions.ts'
import { saveExtraRedirectUris, saveSignUp } from '../../settings/service-settings.ts'
import { ownerForm } from './owner-page.ts'

const messages = allMessages.service

/** `POST /account/service/sign-up`. */
export function signUpModeSubmission(services: Services): Handler {
  return ownerForm(services, {
    name: 'sign-up',
    async work(form) {
      const mode = await saveSignUp(services.db, services.config, textOf(form, 'sign_up'))
      return { text: messages.signUp.done[mode] }
    },
  })
}

/** `POST /account/service/callbacks`. */
export function callbacksSubmission(services: Services): Handler {
  return ownerForm(services, {
    name: 'callbacks',
    refilled: ['callbacks'],
    async work(form) {
      const uris = await saveExtraRedirectUris(services.db, services.config, textOf(form, 'callbacks'))
      return { text: messages.callbacks.done(uris.length) }
    },
  })
}

/** `POST /account/service/extractions/forget`. */
export function forgetServiceExtractionHandler(services: Services): Handler {
  return ownerForm(services, {
    name: 'extraction',
    async work(form) {
      await deleteServiceExtraction(services.db, textOf(form, 'site'))
      return { text: messages.extractions.forgotten }
    },
  })
}

/** `POST /account/service/invitations`: its link is shown once. */
export function invitationSubmission(services: Services): Handler {
  const { db, random, clock, config } = services
  return ownerForm(services, {
    name: 'invitation',
    refilled: ['note'],
    async work(form) {
      const secret = await createInvitation(db, random, { note: textOf(form, 'note'), now: clock.now() })
      return { text: messages.invitations.done, values: { link: invitationUrl(config, secret) } }
    },
  })
}

/** `POST /account/service/invitations/withdraw`. */
export function invitationWithdrawal(services: Services): Handler {
  return ownerForm(services, {
    name: 'withdraw',
    async work(form) {
      const isDone = await withdrawInvitation(services.db, textOf(form, 'invitation'))
      return { text: isDone ? messages.invitations.withdrawn : messages.invitations.gone }
    },
  })
}
