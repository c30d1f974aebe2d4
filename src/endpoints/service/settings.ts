import type { Handler } from 'hono'
import { invitationUrl, createInvitation, withdrawInvitation } from '../../accounts/invitations.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import type { Services } from '../../services.ts'
import { saveExtraRedirectUris, saveSignUp } from '../../settings/service-settings.ts'
import { ownerForm, SERVICE_PATH } from './owner-form.ts'

const messages = allMessages.service

/** `POST /account/service/sign-up`. */
export function signUpModeSubmission(services: Services): Handler {
  return ownerForm(services, {
    path: () => SERVICE_PATH,
    name: 'sign-up',
    async submit(form) {
      const mode = await saveSignUp(services.db, services.config, textOf(form, 'sign_up'))
      return { text: messages.signUp.done[mode] }
    },
  })
}

/** `POST /account/service/callbacks`. */
export function callbacksSubmission(services: Services): Handler {
  return ownerForm(services, {
    path: () => SERVICE_PATH,
    name: 'callbacks',
    async submit(form) {
      const uris = await saveExtraRedirectUris(services.db, services.config, textOf(form, 'callbacks'))
      return { text: messages.callbacks.done(uris.length) }
    },
  })
}

/** `POST /account/service/invitations`: its link is shown once. */
export function invitationSubmission(services: Services): Handler {
  const { db, random, clock, config } = services
  return ownerForm(services, {
    path: () => SERVICE_PATH,
    name: 'invitation',
    async submit(form) {
      const secret = await createInvitation(db, random, textOf(form, 'note'), clock.now())
      return { text: messages.invitations.done, values: { link: invitationUrl(config, secret) } }
    },
  })
}

/** `POST /account/service/invitations/withdraw`. */
export function invitationWithdrawal(services: Services): Handler {
  return ownerForm(services, {
    path: () => SERVICE_PATH,
    name: 'withdraw',
    async submit(form) {
      const isDone = await withdrawInvitation(services.db, textOf(form, 'invitation'))
      return { text: isDone ? messages.invitations.withdrawn : messages.invitations.gone }
    },
  })
}
