import type { Settings } from '../../accounts/settings.ts'

/** The signed-in person that a page is rendered for, and the token for its forms. */
export type Person = { email: string; formToken: string; settings?: Settings | undefined }
