import type { html } from 'hono/html'

/** HTML in which interpolated values have been escaped. */
export type Fragment = ReturnType<typeof html>
