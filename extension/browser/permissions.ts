/** Lets the extension see titles and addresses of tabs. Asked for when the person first wants what needs it. */
export const SEEING_TABS = { permissions: ['tabs'] } satisfies chrome.permissions.Permissions
