import type { CDPSession, Page } from 'playwright-core'

/** A device that keeps passkeys and says yes to whatever it is asked, as Chromium simulates one. */
export type Device = {
  credentials(): Promise<{ credentialId: string; signCount: number; isResidentCredential: boolean }[]>
  /** Sets the counter of its only credential. */
  setCounter(count: number): Promise<void>
}

export async function plugInDevice(page: Page): Promise<Device> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    credentials,
    async setCounter(signCount) {
      const [credential] = await credentials()
      if (!credential) throw new Error('The device keeps no passkey.')
      await session.send('WebAuthn.removeCredential', {
        authenticatorId,
        credentialId: credential.credentialId,
      })
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      })
    },
  }
}
