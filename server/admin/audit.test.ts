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

	test('entries show the current names of users, items, administrators, reports and feedback, none of erased accounts or unknown ids', async () => {
		const student = await t.student({ userName: 'Meera' });
		const erased = await t.student({ deletedAt: new Date() });
		const { id: itemId } = await t.item(student, { title: 'Drafter' });
		const ids = await insertOneOfEach(t, { title: 'Slide rule' });
		const removed = await t.admin({ username: 'Farhan', removedAt: new Date() });
		const word = uniqueWord();
		const names = {
			[`user ${student.id}`]: 'Meera',
			[`item ${itemId}`]: 'Drafter',
			[`admin ${superAdmin.id}`]: 'Savitri',
			settings: null,
			[`report ${ids.reports}`]: expect.stringMatching(/^about Slide rule by ./),
			[`user report ${ids['user-reports']}`]: expect.stringMatching(/^about .+ by ./),
			[`feedback ${ids.feedback}`]: expect.stringMatching(/^from ./),
			[`user ${erased.id}`]: null,
			'item 999999999': null,
			'user 99999999999': null,
		};
		for (const target of Object.keys(names)) await addEntry({ target, details: word });

		const { auditLogs } = await findEntries({ q: word });

		expect(
			Object.fromEntries(auditLogs.map(({ target, targetName }) => [target, targetName])),
		).toEqual(names);
		await addEntry({ details: `${word} who` }, removed.id);
		await addEntry({ details: `${word} who` }, null);
		expect((await findEntries({ q: `${word} who` })).auditLogs).toMatchObject([
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
