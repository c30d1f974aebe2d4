import type { html } from 'hono/html'

/** A piece of HTML in which everything that came from outside is escaped. */
export type Fragment = ReturnType<typeof html>
