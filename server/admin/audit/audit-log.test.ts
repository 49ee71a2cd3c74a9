import { describe, expect, test } from 'vitest';
import { AUDIT_MESSAGES, type AuditLogEntry } from '#contract/admin/audit.ts';
import { logAudit } from '#server/audit/log.ts';
import { insertOneOfEach } from '#tests/support/admin-fixtures.ts';
import { openApp } from '#tests/support/app.ts';
import { IP_ADDRESS, openAuditLog } from '#tests/support/audit-log.ts';

const t = await openApp({ TIME_ZONE: 'Asia/Kolkata' });
const superAdmin = await t.admin({ username: 'Savitri', roleLevel: 'super_admin' });
const { uniqueWord, addEntry, findEntries } = openAuditLog(t, superAdmin);

describe('the audit log', () => {
	test('entries show administrator, action, target, severity, IP address and time, newest first', async () => {
		const word = uniqueWord();
		await addEntry({ details: `${word} older` });
		await addEntry({ action: 'USER_WARNED', target: 'user 12', details: `${word} newer` });

		const { auditLogs } = await findEntries({ q: word });

		expect(auditLogs).toMatchObject([
			{
				id: expect.any(Number),
				adminId: superAdmin.id,
				adminUsername: 'Savitri',
				action: 'USER_WARNED',
				target: 'user 12',
				severity: 'MEDIUM',
				ipAddress: IP_ADDRESS,
				details: `${word} newer`,
			},
			{ action: 'ITEM_BANNED', severity: 'HIGH', details: `${word} older` },
		]);
		expect(Date.now() - Date.parse(auditLogs[0]?.timestamp ?? '')).toBeLessThan(60_000);
	});

	test('entries show the current names of users, items and administrators', async () => {
		const student = await t.student({ userName: 'Meera' });
		const { id: itemId } = await t.item(student, { title: 'Drafter' });
		const word = uniqueWord();
		await addEntry({ target: `user ${student.id}`, details: word });
		await addEntry({ target: `item ${itemId}`, details: word });
		await addEntry({ target: `admin ${superAdmin.id}`, details: word });
		await addEntry({ target: 'settings', details: word });

		const { auditLogs } = await findEntries({ q: word });

		expect(auditLogs.map(({ targetName }) => targetName)).toEqual([
			null,
			'Savitri',
			'Drafter',
			'Meera',
		]);
	});

	test('an entry about a report names its target and reporter, and an entry about feedback names the author', async () => {
		const ids = await insertOneOfEach(t, { title: 'Slide rule' });
		const word = uniqueWord();
		await addEntry({ target: `report ${ids.reports}`, details: word });
		await addEntry({ target: `user report ${ids['user-reports']}`, details: word });
		await addEntry({ target: `feedback ${ids.feedback}`, details: word });

		const { auditLogs } = await findEntries({ q: word });

		const names = auditLogs.map(({ targetName }) => targetName).toReversed();
		expect(names).toEqual([
			expect.stringMatching(/^about Slide rule by ./),
			expect.stringMatching(/^about .+ by ./),
			expect.stringMatching(/^from ./),
		]);
	});

	test('an entry about an erased account or an unknown id shows no name', async () => {
		const student = await t.student({ deletedAt: new Date() });
		const word = uniqueWord();
		await addEntry({ target: `user ${student.id}`, details: word });
		await addEntry({ target: 'item 999999999', details: word });
		await addEntry({ target: 'user 99999999999', details: word });

		const { auditLogs } = await findEntries({ q: word });

		expect(auditLogs.map(({ targetName }) => targetName)).toEqual([null, null, null]);
	});

	test('an entry keeps the name of an administrator who was removed, and has a placeholder if nobody was signed in', async () => {
		const word = uniqueWord();
		const removed = await t.admin({ username: 'Farhan', removedAt: new Date() });
		await addEntry({ details: word }, removed.id);
		await addEntry({ details: word }, null);

		expect((await findEntries({ q: word })).auditLogs).toMatchObject([
			{ adminId: null, adminUsername: AUDIT_MESSAGES.noAdministrator },
			{ adminUsername: 'Farhan' },
		]);
	});

	test('ordinary administrators are refused with 403, and their attempts are logged', async () => {
		const admin = await t.admin({ username: 'Zarina' });

		const list = await t.as(admin).get('/admin/audit-logs');
		const file = await t.as(admin).get('/admin/audit-logs/export');

		expect([list.statusCode, file.statusCode]).toEqual([403, 403]);
		const attempts = (await findEntries({ q: 'zarina' })).auditLogs.map(({ action }) => action);
		expect(attempts).toEqual(['ATTEMPT_EXPORT_AUDIT_LOGS', 'ATTEMPT_VIEW_AUDIT_LOGS']);
	});
});

describe('pages of the audit log', () => {
	test('pages limited by upTo stay the same while new entries are added', async () => {
		const word = uniqueWord();
		for (const index of [1, 2, 3, 4, 5]) await addEntry({ details: `${word} ${index}` });
		const first = await findEntries({ q: word, limit: '2' });
		const upTo = String(first.auditLogs[0]?.id);
		await addEntry({ details: `${word} 6` });

		const second = await findEntries({ q: word, limit: '2', page: '2', upTo });
		const third = await findEntries({ q: word, limit: '2', page: '3', upTo });
		const beyond = await findEntries({ q: word, limit: '2', page: '4', upTo });

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
});

describe('the export of the audit log', () => {
	test('an export that takes several batches contains every entry once', async () => {
		const word = uniqueWord();
		const entries = Array.from({ length: 1001 }, (_, index) => ({
			action: 'ITEM_BANNED' as const,
			target: `item ${index + 1}`,
			details: word,
		}));
		await logAudit(t.db, { adminId: superAdmin.id, ipAddress: IP_ADDRESS }, ...entries);

		const res = await t.as(superAdmin).get(`/admin/audit-logs/export?q=${word}&action=ITEM_BANNED`);

		const targets = res.body
			.split('\r\n')
			.slice(1, -1)
			.map((line) => line.split(',')[4]);
		expect(targets).toEqual(entries.map(({ target }) => target).reverse());
	});
});

const details = ({ auditLogs }: { auditLogs: AuditLogEntry[] }) =>
	auditLogs.map((entry) => entry.details);
