import { describe, expect, test } from 'vitest';
import { userReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openAuditLog } from '#tests/support/audit-log.ts';

const t = await openApp();
const superAdmin = await t.admin({ username: 'Savitri', roleLevel: 'super_admin' });
const { uniqueWord, addEntry, findEntries } = openAuditLog(t, superAdmin);

/** Targets of the found entries, without the VIEW entries that the test's own requests add. */
async function targetsOf(query: Record<string, string>): Promise<string[]> {
	const { auditLogs } = await findEntries({ views: 'hidden', ...query });
	return auditLogs.map(({ target }) => target);
}

async function makeReport(reporterId: number, reportedId: number): Promise<number> {
	const report = { reporterId, reportedId, complaint: 'Rude', type: 'scam' };
	const [inserted] = await t.db.insert(userReports).values(report).returning();
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
