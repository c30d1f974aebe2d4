/** Lets the extension see titles and addresses of all tabs. Requested when the person first uses a feature that needs it. */
export const TABS_PERMISSION = { permissions: ['tabs'] } satisfies chrome.permissions.Permissions
