import { vi } from 'vitest';
import { query } from './query.ts';

/**
 * Waits until `count` sessions of this database wait for a lock.
 * @param url of the database's owner: PostgreSQL hides from other roles what a session waits for
 */
export async function waitForBlockedSession(url: string, count = 1): Promise<void> {
	const options = { timeout: 20_000, interval: 20 };
	await vi.waitUntil(async () => {
		const waitingSessions = await query(
			url,
			`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
		);
		return waitingSessions.length >= count;
	}, options);
}
