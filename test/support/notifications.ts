import { Client } from 'pg'

/** What instances tell each other by way of a PostgreSQL database, as it comes. */
export type Notifications = { payloads: string[]; stop(): Promise<void> }

/** Hears it from now on. */
export async function hearNotifications(databaseUrl: string): Promise<Notifications> {
  const client = new Client({ connectionString: databaseUrl })
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.connect()
  await client.query('LISTEN reading_queue_news')
  return { payloads, stop: () => client.end() }
}
