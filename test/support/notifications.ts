import { Client } from 'pg'

/** The notifications that instances send each other through a PostgreSQL database, as they arrive. */
export type Notifications = { payloads: string[]; stop(): Promise<void> }

export async function listenForNotifications(databaseUrl: string): Promise<Notifications> {
  const client = new Client({ connectionString: databaseUrl })
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.connect()
  await client.query('LISTEN reading_queue_news')
  return { payloads, stop: () => client.end() }
}
