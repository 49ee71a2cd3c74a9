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

test.each([
	['without a filter', {}],
	['by action', { action: 'ITEM_BANNED' }],
	['by words', { q: 'OF OLD' }],
	['by dates', { startDate: '2026-01-01', endDate: '2026-12-31' }],
	['by action, words and start date', { action: 'ITEM_BANNED', q: 'old', startDate: '2026-01-01' }],
])('a search %s finds audit entries of all log segments, newest first', async (_, filters) => {
	const newest = ENTRY_IDS.toReversed();

	const first = await findAuditPage(t.db, { ...filters, timeZone }, { page: 1, limit: 4 });
	const second = await findAuditPage(t.db, { ...filters, timeZone }, { page: 2, limit: 4 });
	const following = await listAuditEntries(
		t.db,
		{ ...filters, timeZone, upTo: 39_999 },
		{ size: 3 },
	);

	expect([first.found, second.found]).toEqual([7, 7]);
	expect(idsOf(first.entries)).toEqual(newest.slice(0, 4));
	expect(idsOf(second.entries)).toEqual(newest.slice(4));
	expect(idsOf(following)).toEqual([39_999, 20_000, 19_999]);
});

test.each(['2026-01-28T18:39:00Z', '2026-01-28T18:39Z', '2026-01-29T00:09:00', '2026-01-29T00:09'])(
	'a search of the audit log with the end date %s includes the entry of that minute and no later entry',
	async (endDate) => {
		const filters = { startDate: '2026-01-14T00:00', endDate, timeZone };

		const { entries } = await findAuditPage(t.db, filters, { page: 1, limit: 50 });

		expect(idsOf(entries)).toEqual([39_999, 20_000, 19_999]);
	},
);
