import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { reports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { IP_ADDRESS, openAuditLog } from '#tests/support/audit-log.ts';

const t = await openApp({ TIME_ZONE: 'Asia/Kolkata' });
const superAdmin = await t.admin({ username: 'Savitri', roleLevel: 'super_admin' });
const { uniqueWord, addEntry, findEntries } = openAuditLog(t, superAdmin);

/** Details of the found entries, without the VIEW entries that the test's own requests add. */
async function detailsOf(query: Record<string, string>): Promise<string[]> {
	const { auditLogs } = await findEntries(query);
	return auditLogs.filter(({ action }) => !action.startsWith('VIEW')).map(({ details }) => details);
}

describe('filters of the audit log', () => {
	test('the action filter can be combined with a search text, and an unknown action finds nothing', async () => {
		const word = uniqueWord();
		await addEntry({ action: 'USER_BANNED', details: `${word} banned` });
		await addEntry({ action: 'USER_UNBANNED', details: `${word} unbanned` });

		expect(await detailsOf({ action: 'USER_BANNED', q: word })).toEqual([`${word} banned`]);
		expect(await detailsOf({ action: 'USER_BANNED' })).toContain(`${word} banned`);
		expect(await detailsOf({ action: 'USER_BANNED' })).not.toContain(`${word} unbanned`);
		expect(await detailsOf({ action: 'BANNED' })).toEqual([]);
	});

	test('a search finds an entry by part of its action, target or details, in any letter case and script', async () => {
		for (const [q, auditEntry] of [
			['item_RELIST', { action: 'ITEM_RELISTED', target: 'item 1' }],
			['Report DISMISS', { action: 'REPORT_DISMISSED' }],
			['tempt: delete n', { action: 'ATTEMPT_DELETE_NOTIFICATION' }],
			['attempt remove', { action: 'ATTEMPT_REMOVE_ADMIN' }],
			['User 4711', { target: 'user 47115' }],
			['CHÉAT', { details: 'a CHÉater' }],
			['धोखा', { details: 'यह धोखाधड़ी है' }],
			['ж', { details: 'a ж' }],
			['%_', { details: '100%_' }],
			[`'"\\`, { details: `a '"\\ b` }],
		] as const) {
			await addEntry(auditEntry);

			expect((await findEntries({ q })).auditLogs, q).toMatchObject([auditEntry]);
		}
	});

	test('a search text is found in action labels and in details, and each entry is listed once', async () => {
		await addEntry({ action: 'TWO_STEP_STARTED', details: 'not yet TWO STEP started' });
		await addEntry({ action: 'TWO_STEP_STARTED', details: 'by code' });
		await addEntry({ action: 'USER_WARNED', details: 'two step started too late' });

		const filters = { q: 'Two step started' };

		expect(await detailsOf(filters)).toEqual([
			'two step started too late',
			'by code',
			'not yet TWO STEP started',
		]);
		expect(await detailsOf({ ...filters, action: 'USER_WARNED' })).toEqual([
			'two step started too late',
		]);
	});

	test('a search finds entries by part of the administrator’s name', async () => {
		const admin = await t.admin({ username: 'Jahanara Begum' });
		await addEntry({ details: 'hers' }, admin.id);
		await addEntry({ action: 'USER_BANNED', target: 'user 990005', details: 'hers too' }, admin.id);

		expect(await detailsOf({ q: 'NARA BEG' })).toEqual(['hers too', 'hers']);
		expect(await detailsOf({ q: 'nara beg', action: 'ITEM_BANNED' })).toEqual(['hers']);
	});

	test('a search does not find words in another order or spread over two fields', async () => {
		const word = uniqueWord();
		await addEntry({ target: `item ${word}`, details: 'banned for good' });

		expect(await detailsOf({ q: `${word} banned` })).toEqual([]);
		expect(await detailsOf({ q: 'good for banned' })).toEqual([]);
	});

	test('a date filter covers the whole day in the college’s time zone', async () => {
		const word = uniqueWord();
		const timestamps = [
			'2020-02-28T18:29:59.999Z',
			'2020-02-28T18:30:00Z',
			'2020-02-29T18:29:59.999Z',
		];
		for (const at of [...timestamps, '2020-02-29T18:30:00Z']) await addEntryAt(at, word);

		const onThatDay = { startDate: '2020-02-29', endDate: '2020-02-29' };

		expect(await timestampsOf({ ...onThatDay, q: word })).toEqual(timestamps.slice(1).reverse());
		expect(await timestampsOf(onThatDay)).toEqual(timestamps.slice(1).reverse());
		expect(await timestampsOf({ ...onThatDay, action: 'ITEM_BANNED' })).toHaveLength(2);
	});

	test('a filter up to a minute includes the entries of that minute and no later ones', async () => {
		const timestamps = ['2019-03-01T10:00:00Z', '2019-03-01T10:09:00Z'];
		for (const at of [...timestamps, '2019-03-01T10:10:00Z']) await addEntryAt(at, uniqueWord());

		for (const endDate of ['2019-03-01T10:09:00Z', '2019-03-01T10:09Z', '2019-03-01T15:39']) {
			const found = await timestampsOf({ startDate: '2019-03-01T15:30', endDate });
			expect(found, endDate).toEqual(timestamps.toReversed());
		}
	});

	test('the log can be filtered by administrator, with or without other filters', async () => {
		const [word, other] = [uniqueWord(), await t.admin()];
		await addEntry({ details: `${word} mine` });
		await addEntry({ details: `${word} theirs` }, other.id);
		const adminId = String(other.id);

		expect(await detailsOf({ adminId })).toEqual([`${word} theirs`]);
		expect(await detailsOf({ adminId, q: word, action: 'ITEM_BANNED' })).toEqual([
			`${word} theirs`,
		]);
		expect(await detailsOf({ adminId: 'all', q: word })).toHaveLength(2);
		expect((await t.as(superAdmin).get('/admin/audit-logs?adminId=x')).statusCode).toBe(400);
	});
});

async function addEntryAt(at: string, word: string): Promise<void> {
	await t.db.insert(auditLog).values({
		at: sql`${at}::timestamptz`,
		adminId: superAdmin.id,
		action: 'ITEM_BANNED',
		target: 'item 7',
		severity: 'HIGH',
		ipAddress: IP_ADDRESS,
		details: word,
	});
}

/** Timestamps of the found entries, without the VIEW entries that the test's own requests add. */
async function timestampsOf(query: Record<string, string>): Promise<string[]> {
	const { auditLogs } = await findEntries(query);
	return auditLogs
		.filter(({ action }) => !action.startsWith('VIEW'))
		.map(({ timestamp }) => timestamp.replace('.000Z', 'Z'));
}

/** Targets of the found entries, without the VIEW entries that the test's own requests add. */
async function targetsOf(query: Record<string, string>): Promise<string[]> {
	const { auditLogs } = await findEntries({ views: 'hidden', ...query });
	return auditLogs.map(({ target }) => target);
}

async function makeReport(reporterId: number, reportedId: number): Promise<number> {
	const report = { reporterId, reportedId, complaint: 'Rude', type: 'scam' };
	const [inserted] = await t.db.insert(reports).values(report).returning();
	return inserted?.id ?? 0;
}

test('a search of the audit log by an administrator’s email address finds entries by and about this administrator', async () => {
	const admin = await t.admin({ email: `${uniqueWord()}@college.example` });
	await addEntry({ target: 'item 5' }, admin.id);
	await addEntry({ action: 'ADMIN_REMOVED', target: `admin ${admin.id}` });

	const found = await targetsOf({ q: admin.email.toUpperCase() });

	expect(found).toEqual([`admin ${admin.id}`, 'item 5']);
});

describe('audit entries about a user', () => {
	test('a search by the user’s current name or email address finds the entries about this user, and none about another', async () => {
		const [name, email] = [`Ravi ${uniqueWord()}`, `${uniqueWord()}@campus.example`];
		const [user, other] = [await t.student({ userName: name, email }), await t.student()];
		await addEntry({ action: 'USER_BANNED', target: `user ${user.id}` });
		await addEntry({ action: 'USER_BANNED', target: `user ${other.id}` });
		await addEntry({ action: 'USER_UNBANNED', target: `user ${user.id}` });

		for (const q of [name.toUpperCase(), email])
			expect(await targetsOf({ q })).toEqual([`user ${user.id}`, `user ${user.id}`]);
		expect(await targetsOf({ q: name, action: 'USER_BANNED' })).toEqual([`user ${user.id}`]);
		expect(await targetsOf({ q: name, endDate: '2020-01-01' })).toEqual([]);
	});

	test('a search by the user’s name also finds entries about reports by and against the user', async () => {
		const name = uniqueWord();
		const [user, other] = [await t.student({ userName: name }), await t.student()];
		const about = await makeReport(other.id, user.id);
		const by = await makeReport(user.id, other.id);
		await addEntry({ action: 'REPORT_DISMISSED', target: `user report ${about}` });
		await addEntry({ action: 'REPORT_DISMISSED', target: `user report ${by}` });

		expect(await targetsOf({ q: name })).toEqual([`user report ${by}`, `user report ${about}`]);
	});

	test('entries that match by user name, by text or by both are listed once, in order across pages', async () => {
		const name = uniqueWord();
		const { id } = await t.student({ userName: name });
		const entries = [
			{ target: `user ${id}` },
			{ target: 'item 1', details: name },
			{ target: `user ${id}`, details: `formerly ${name}` },
			{ target: 'item 2', details: name },
		];
		for (const entry of entries) await addEntry(entry);

		const pages = [];
		for (const page of ['1', '2']) pages.push(await findEntries({ q: name, limit: '3', page }));

		const targets = pages.map(({ auditLogs }) => auditLogs.map(({ target }) => target));
		expect(targets).toEqual([['item 2', `user ${id}`, 'item 1'], [`user ${id}`]]);
		expect(pages[0]?.pagination).toMatchObject({ totalPages: 2 });
	});
});
