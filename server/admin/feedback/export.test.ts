import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '#server/db/schema/audit.ts';
import { openApp } from '#tests/support/app.ts';
import { openFeedback } from '#tests/support/feedback-fixtures.ts';
import { streamFeedback } from './queries.ts';

const t = await openApp();
const { insertPending } = openFeedback(t);
const admin = await t.admin({ username: 'Sunita' });
const adminClient = t.as(admin);

async function exportFeedback(query = ''): Promise<string[]> {
	const res = await adminClient.get(`/admin/feedback/export${query}`);
	expect(res.statusCode).toBe(200);
	expect(res.headers['content-type']).toContain('text/csv');
	expect(res.headers['content-disposition']).toContain('feedback.csv');
	return res.body.trimEnd().split('\r\n');
}

test('the export of feedback contains the filtered entries, newest first, with spreadsheet formulas escaped', async () => {
	const older = await insertPending({ name: '=1+1', email: 'x@campus.example', rating: 2 });
	await adminClient.put(`/admin/feedback/${older}/reject`, { adminNotes: 'Off topic' });
	const newer = await insertPending({ name: 'Zoya', email: 'z@campus.example', rating: 2 });
	await insertPending({ rating: 3 });

	const [header, ...rows] = await exportFeedback('?rating=2');

	expect(header).toBe(
		'\uFEFFNumber,Name,Email,Rating,Feedback,Category,Status,Public,Featured,Admin notes,Created,Reviewed,Reviewer',
	);
	const time = String.raw`\d{4}-\d\d-\d\d [\d:]{8}`;
	expect(rows).toEqual([
		expect.stringMatching(
			`^${newer},Zoya,z@campus.example,2,Good.,general,pending,no,no,,${time},,$`,
		),
		expect.stringMatching(
			`^${older},'=1\\+1,x@campus.example,2,Good.,general,rejected,no,no,Off topic,${time},${time},Sunita$`,
		),
	]);
});

test('the export of feedback is logged with its filters but without the search text', async () => {
	await exportFeedback('?q=zoya&status=pending');

	const [entry] = await t.db
		.select()
		.from(auditLog)
		.where(eq(auditLog.details, 'searched, status "pending"'));
	expect(entry).toMatchObject({
		action: 'FEEDBACK_EXPORTED',
		adminId: admin.id,
		target: 'feedback',
		severity: 'LOW',
	});
});

test('the export of feedback is for administrators only', async () => {
	for (const client of [t.as(null), t.as(await t.student())])
		expect((await client.get('/admin/feedback/export')).statusCode).toBe(401);
});

test('an export of feedback that takes several batches contains every entry once', async () => {
	for (let count = 0; count < 3; count++) await insertPending();

	const ids = async (batchSize: number) =>
		(await Array.fromAsync(streamFeedback(t.db, {}, batchSize))).flat().map(({ id }) => id);

	expect((await ids(2)).length).toBeGreaterThan(2);
	expect(await ids(2)).toEqual(await ids(100));
});
