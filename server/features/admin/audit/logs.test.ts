import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { AUDIT_MESSAGES, type AuditEntry } from '#contract/admin/audit-logs.ts';
import { auditLog } from '#server/db/tables/audit.ts';
import { openApp } from '#tests/support/app.ts';
import { type Deed, record } from './record.ts';

const t = await openApp({ TIME_ZONE: 'Asia/Kolkata' });
const boss = await t.admin({ username: 'Savitri', roleLevel: 'super_admin' });

const SOMEWHERE = '10.1.2.3';
let count = 0;
/** A word that no other entry has. */
const newWord = () => `word${count++}x`;

const note = (deed: Partial<Deed>, adminId: number | null = boss.id) =>
	record(
		t.db,
		{ adminId, ipAddress: SOMEWHERE },
		{ action: 'ITEM_BANNED', target: 'item 7', ...deed },
	);

async function find(query: Record<string, string>) {
	const res = await t.as(boss).get(`/admin/audit-logs?${new URLSearchParams(query)}`);
	expect(res.statusCode).toBe(200);
	return res.json() as { auditLogs: AuditEntry[]; pagination: Record<string, unknown> };
}

/** Details of what is found, the looking itself left out. */
async function detailsOf(query: Record<string, string>): Promise<string[]> {
	const { auditLogs } = await find(query);
	return auditLogs.filter(({ action }) => !action.startsWith('VIEW')).map(({ details }) => details);
}

describe('the audit log', () => {
	test('tells who did what, to what, how grave it was, from where and when, newest first', async () => {
		const word = newWord();
		await note({ details: `${word} older` });
		await note({ action: 'USER_WARNED', target: 'user 12', details: `${word} newer` });

		const { auditLogs } = await find({ q: word });

		expect(auditLogs).toMatchObject([
			{
				id: expect.any(Number),
				adminUsername: 'Savitri',
				action: 'USER_WARNED',
				target: 'user 12',
				severity: 'MEDIUM',
				ipAddress: SOMEWHERE,
				details: `${word} newer`,
			},
			{ action: 'ITEM_BANNED', severity: 'HIGH', details: `${word} older` },
		]);
		expect(Date.now() - Date.parse(auditLogs[0]?.timestamp ?? '')).toBeLessThan(60_000);
	});

	test('names users, items and administrators as they are called now', async () => {
		const student = await t.student({ userName: 'Meera' });
		const { id: itemId } = await t.item(student, { title: 'Drafter' });
		const word = newWord();
		await note({ target: `user ${student.id}`, details: word });
		await note({ target: `item ${itemId}`, details: word });
		await note({ target: `admin ${boss.id}`, details: word });
		await note({ target: 'settings', details: word });

		const { auditLogs } = await find({ q: word });

		expect(auditLogs.map(({ targetName }) => targetName)).toEqual([
			null,
			'Savitri',
			'Drafter',
			'Meera',
		]);
	});

	test('names nobody whose account is gone, and nothing that never was', async () => {
		const student = await t.student({ deletedAt: new Date() });
		const word = newWord();
		await note({ target: `user ${student.id}`, details: word });
		await note({ target: 'item 999999999', details: word });
		await note({ target: 'user 99999999999', details: word });

		const { auditLogs } = await find({ q: word });

		expect(auditLogs.map(({ targetName }) => targetName)).toEqual([null, null, null]);
	});

	test('goes on naming an administrator who was removed', async () => {
		const gone = await t.admin({ username: 'Farhan', removedAt: new Date() });
		const word = newWord();
		await note({ details: word }, gone.id);

		expect((await find({ q: word })).auditLogs).toMatchObject([{ adminUsername: 'Farhan' }]);
	});

	test('says nobody where nobody was signed in', async () => {
		const word = newWord();
		await note({ details: word }, null);

		expect((await find({ q: word })).auditLogs).toMatchObject([
			{ adminUsername: AUDIT_MESSAGES.nobody },
		]);
	});

	test('has an entry for each look into it, with what was looked for but the words', async () => {
		const word = newWord();

		await find({ q: word, action: 'ITEM_BANNED', startDate: '2026-01-01', page: '2' });

		const { auditLogs } = await find({ action: 'VIEW_AUDIT_LOGS' });
		expect(auditLogs[0]).toMatchObject({
			action: 'VIEW_AUDIT_LOGS',
			target: 'audit logs',
			adminUsername: 'Savitri',
			details: 'searched, action "ITEM_BANNED", startDate "2026-01-01", page 2',
		});
		expect((await find({ q: word })).auditLogs).toEqual([]);
	});

	test('is closed to other administrators, and notes that they tried', async () => {
		const admin = await t.admin({ username: 'Zarina' });

		const list = await t.as(admin).get('/admin/audit-logs');
		const file = await t.as(admin).get('/admin/audit-logs/export');

		expect([list.statusCode, file.statusCode]).toEqual([403, 403]);
		const tries = (await find({ q: 'zarina' })).auditLogs.map(({ action }) => action);
		expect(tries).toEqual(['ATTEMPT_EXPORT_AUDIT_LOGS', 'ATTEMPT_VIEW_AUDIT_LOGS']);
	});
});

describe('the filters', () => {
	test('find one action and its words together, and nothing by an action that is none', async () => {
		const word = newWord();
		await note({ action: 'USER_BANNED', details: `${word} banned` });
		await note({ action: 'USER_UNBANNED', details: `${word} unbanned` });

		expect(await detailsOf({ action: 'USER_BANNED', q: word })).toEqual([`${word} banned`]);
		expect(await detailsOf({ action: 'USER_BANNED' })).toContain(`${word} banned`);
		expect(await detailsOf({ action: 'USER_BANNED' })).not.toContain(`${word} unbanned`);
		expect(await detailsOf({ action: 'BANNED' })).toEqual([]);
	});

	test.each([
		['the action', 'item_RELIST', { action: 'ITEM_RELISTED' as const, target: 'item 1' }],
		['the action as it is read', 'Report DISMISS', { action: 'REPORT_DISMISSED' as const }],
		[
			'an attempt as it is read',
			'tempt: delete n',
			{ action: 'ATTEMPT_DELETE_NOTIFICATION' as const },
		],
		['an attempt in plain words', 'attempt remove', { action: 'ATTEMPT_REMOVE_ADMIN' as const }],
		['the target', 'User 4711', { target: 'user 47115' }],
		['the details', 'CHÉAT', { details: 'a CHÉater' }],
		['the details in another script', 'धोखा', { details: 'यह धोखाधड़ी है' }],
		['one letter', 'ж', { details: 'a ж' }],
		['two letters', '%_', { details: '100%_' }],
		['quotation marks and backslashes', `'"\\`, { details: `a '"\\ b` }],
	])('find words by a piece of %s, in small letters or capitals', async (_, q, deed) => {
		await note(deed);

		const { auditLogs } = await find({ q });

		expect(auditLogs).toMatchObject([deed]);
	});

	test('find an action as it is read together with details of the same words, each once', async () => {
		await note({ action: 'TWO_STEP_STARTED', details: 'not yet TWO STEP started' });
		await note({ action: 'TWO_STEP_STARTED', details: 'by code' });
		await note({ action: 'USER_WARNED', details: 'two step started too late' });

		const words = { q: 'Two step started' };

		expect(await detailsOf(words)).toEqual([
			'two step started too late',
			'by code',
			'not yet TWO STEP started',
		]);
		expect(await detailsOf({ ...words, action: 'USER_WARNED' })).toEqual([
			'two step started too late',
		]);
	});

	test('find words by a piece of the administrator’s name', async () => {
		const admin = await t.admin({ username: 'Jahanara Begum' });
		await note({ details: 'hers' }, admin.id);
		await note({ action: 'USER_BANNED', target: 'user 5', details: 'hers too' }, admin.id);

		expect(await detailsOf({ q: 'NARA BEG' })).toEqual(['hers too', 'hers']);
		expect(await detailsOf({ q: 'nara beg', action: 'ITEM_BANNED' })).toEqual(['hers']);
	});

	test('find no words that are there in another order or across two fields', async () => {
		const word = newWord();
		await note({ target: `item ${word}`, details: 'banned for good' });

		expect(await detailsOf({ q: `${word} banned` })).toEqual([]);
		expect(await detailsOf({ q: 'good for banned' })).toEqual([]);
	});

	test('take a day as a day of the college, from its first moment to its last', async () => {
		const word = newWord();
		const moments = [
			'2020-02-28T18:29:59.999Z',
			'2020-02-28T18:30:00Z',
			'2020-02-29T18:29:59.999Z',
		];
		for (const at of [...moments, '2020-02-29T18:30:00Z']) await noteAt(at, word);

		const onThatDay = { startDate: '2020-02-29', endDate: '2020-02-29' };

		expect(await momentsOf({ ...onThatDay, q: word })).toEqual(moments.slice(1).reverse());
		expect(await momentsOf(onThatDay)).toEqual(moments.slice(1).reverse());
		expect(await momentsOf({ ...onThatDay, action: 'ITEM_BANNED' })).toHaveLength(2);
	});

	test('take a moment as that moment, on whatever clock it is told', async () => {
		const word = newWord();
		await noteAt('2019-05-01T10:00:00.123456Z', word);
		const [until, before] = ['2019-05-01T15:30:00.123+05:30', '2019-05-01T10:00:00.122Z'];

		expect(await momentsOf({ q: word, endDate: until })).toHaveLength(1);
		expect(await momentsOf({ q: word, startDate: until })).toHaveLength(1);
		expect(await momentsOf({ q: word, endDate: before })).toEqual([]);
	});

	test('find nothing between two dates the wrong way round', async () => {
		const res = await find({ startDate: '2026-11-02', endDate: '2026-11-01' });

		expect(res).toMatchObject({ auditLogs: [], pagination: { total: 0, totalPages: 1 } });
	});

	test.each(['yesterday', '2026-02-30', '0000-01-01'])('refuse %s as a date', async (startDate) => {
		const res = await t.as(boss).get(`/admin/audit-logs?startDate=${startDate}`);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject({ message: AUDIT_MESSAGES.badDate });
	});
});

describe('pages', () => {
	test('hold still up to a given entry, while each look adds another', async () => {
		const word = newWord();
		for (const place of [1, 2, 3, 4, 5]) await note({ details: `${word} ${place}` });
		const first = await find({ q: word, limit: '2' });
		const upTo = String(first.auditLogs[0]?.id);

		const second = await find({ q: word, limit: '2', page: '2', upTo });
		const third = await find({ q: word, limit: '2', page: '3', upTo });
		const beyond = await find({ q: word, limit: '2', page: '4', upTo });

		expect(details(first)).toEqual([`${word} 5`, `${word} 4`]);
		expect(details(second)).toEqual([`${word} 3`, `${word} 2`]);
		expect(details(third)).toEqual([`${word} 1`]);
		expect(third.pagination).toEqual({
			currentPage: 3,
			totalPages: 3,
			total: 5,
			isExact: true,
			hasPrev: true,
			hasNext: false,
		});
		expect(beyond).toMatchObject({ auditLogs: [], pagination: { total: 5 } });
	});

	test('far behind the last are empty', async () => {
		expect((await find({ page: '2000000000' })).auditLogs).toEqual([]);
	});
});

describe('the export', () => {
	test('is a file with the entries that the filters leave, and is an entry itself', async () => {
		const word = newWord();
		await note({ target: 'user 999999999', details: `${word}, older` });
		await note({ details: `=1+1 ${word}` });

		const res = await t.as(boss).get(`/admin/audit-logs/export?q=${word}&action=ITEM_BANNED`);

		expect(res.headers).toMatchObject({
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': 'attachment; filename="audit-logs.csv"',
		});
		const lines = res.body.split('\r\n');
		expect(lines).toHaveLength(4);
		expect(lines[0]).toBe(
			'\uFEFFNumber,Time (UTC),Administrator,Action,Target,Target name,Severity,IP address,Details',
		);
		expect(lines[1]).toMatch(
			new RegExp(`^\\d+,\\S+Z,Savitri,ITEM_BANNED,item 7,,HIGH,10\\.1\\.2\\.3,'=1\\+1 ${word}$`),
		);
		expect(lines[2]).toMatch(new RegExp(`,"${word}, older"$`));
		expect((await find({ action: 'AUDIT_LOGS_EXPORTED' })).auditLogs[0]).toMatchObject({
			action: 'AUDIT_LOGS_EXPORTED',
			target: 'audit logs',
			details: 'searched, action "ITEM_BANNED"',
		});
	});

	test('has every entry once, of more than are read at a time', async () => {
		const word = newWord();
		const deeds = Array.from({ length: 1001 }, (_, place) => ({
			action: 'ITEM_BANNED' as const,
			target: `item ${place + 1}`,
			details: word,
		}));
		await record(t.db, { adminId: boss.id, ipAddress: SOMEWHERE }, ...deeds);

		const res = await t.as(boss).get(`/admin/audit-logs/export?q=${word}&action=ITEM_BANNED`);

		const targets = res.body
			.split('\r\n')
			.slice(1, -1)
			.map((line) => line.split(',')[4]);
		expect(targets).toEqual(deeds.map(({ target }) => target).reverse());
	});
});

const details = ({ auditLogs }: { auditLogs: AuditEntry[] }) =>
	auditLogs.map((entry) => entry.details);

async function noteAt(at: string, word: string): Promise<void> {
	await t.db.insert(auditLog).values({
		at: sql`${at}::timestamptz`,
		adminId: boss.id,
		action: 'ITEM_BANNED',
		target: 'item 7',
		severity: 'HIGH',
		ipAddress: SOMEWHERE,
		details: word,
	});
}

/** When what is found was done, the looking itself left out. */
async function momentsOf(query: Record<string, string>): Promise<string[]> {
	const { auditLogs } = await find(query);
	return auditLogs
		.filter(({ action }) => !action.startsWith('VIEW'))
		.map(({ timestamp }) => timestamp.replace('.000Z', 'Z'));
}
