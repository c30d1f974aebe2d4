import { INVITATION_LIFETIME, invitationUrl, createInvitation } from '../accounts/invitations.ts'
import type { Config } from '../config/config.ts'
import { DAY } from '../ports/clock.ts'
import { openExistingServices } from './require-service.ts'

/** Prints a link that lets one person create an account. May run beside the service. Throws Failure. */
export async function invite(config: Config, args: string[]): Promise<void> {
  const { db, random, clock } = await openExistingServices(config)
  try {
    const link = invitationUrl(
      config,
      await createInvitation(db, random, { note: args.join(' '), now: clock.now() }),
    )
    console.log(
      `Give this link to one person. It creates one account, and works for ${INVITATION_LIFETIME / DAY} days.\n\n  ${link}\n`,
    )
  } finally {
    await db.close()
  }
}
