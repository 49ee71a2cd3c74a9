import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { query } from '#tests/support/query.ts';
import { findAuditPage, listAuditEntries } from './search-queries.ts';

const timeZone = 'Asia/Kolkata';
/** Ids at both ends of log segments of 20,000 entries, and one far from the others. */
const ENTRY_IDS = [1, 19_999, 20_000, 39_999, 40_000, 40_001, 90_000];

const t = await openApp();
// Simulates a log of several years. With the triggers off, the test can set ids and times: the
// entry with id n is n minutes after the start of 2026.
await query(
	t.url,
	`set session_replication_role = replica;
	insert into audit_log (id, at, action, target, severity, ip_address, details)
	select id, timestamptz '2026-01-01T00:00:00Z' + id * interval '1 minute',
		'ITEM_BANNED', 'item ' || id, 'HIGH', '10.1.2.3', 'of old'
	from unnest(array[${ENTRY_IDS}]) as id`,
);

const idsOf = (entries: readonly { id: number }[]) => entries.map(({ id }) => id);

test('a search with any filters finds audit entries of all log segments, newest first', async () => {
	const newest = ENTRY_IDS.toReversed();
	for (const chosen of [
		{},
		{ action: 'ITEM_BANNED' },
		{ q: 'OF OLD' },
		{ startDate: '2026-01-01', endDate: '2026-12-31' },
		{ action: 'ITEM_BANNED', q: 'old', startDate: '2026-01-01' },
	]) {
		const filters = { ...chosen, timeZone };

		const first = await findAuditPage(t.db, filters, { page: 1, limit: 4 });
		const second = await findAuditPage(t.db, filters, { page: 2, limit: 4 });
		const following = await listAuditEntries(t.db, { ...filters, upTo: 39_999 }, { size: 3 });

		expect([first.found, second.found], JSON.stringify(chosen)).toEqual([7, 7]);
		expect(idsOf(first.entries)).toEqual(newest.slice(0, 4));
		expect(idsOf(second.entries)).toEqual(newest.slice(4));
		expect(idsOf(following)).toEqual([39_999, 20_000, 19_999]);
	}
});

test('a search of the audit log up to a minute includes the entry of that minute and no later entry', async () => {
	for (const endDate of ['2026-01-28T18:39:00Z', '2026-01-28T18:39Z', '2026-01-29T00:09']) {
		const filters = { startDate: '2026-01-14T00:00', endDate, timeZone };

		const { entries } = await findAuditPage(t.db, filters, { page: 1, limit: 50 });

		expect(idsOf(entries), endDate).toEqual([39_999, 20_000, 19_999]);
	}
});
