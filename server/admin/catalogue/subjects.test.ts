import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import { desc, eq, sql } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const admin = await t.admin();
const PATH = '/admin/catalogue/subjects';
const CSE = { code: 'CSE', name: 'Computer science' };
const ECE = { code: 'ECE', name: 'Electronics' };
const DATA = { code: 'CS-301', name: 'Data structures', branch: 'CSE', semester: 3 };
const SIGNALS = { code: 'EC-401', name: 'Signals', branch: 'ECE', semester: 4 };
const HEADER = 'code,name,branch,semester';

interface List {
	version: number;
	branches: Branch[];
	subjects: Subject[];
}

const read = async (): Promise<List> => (await t.as(superAdmin).get(PATH)).json();
const savedLists = async () => {
	const { branches, subjects } = await read();
	return { branches, subjects };
};
const save = async (lists: { branches: unknown[]; subjects: unknown[] }, who = superAdmin) =>
	t.as(who).put(PATH, { version: (await read()).version, ...lists });
const importCsv = (csv: string | Buffer, { query = '', who = superAdmin } = {}) =>
	t.as(who).call('POST', `${PATH}/csv${query}`, {
		payload: csv,
		headers: { 'content-type': 'text/csv' },
	});

async function lastChange() {
	const [entry] = await t.db
		.select({ target: auditLog.target, details: auditLog.details })
		.from(auditLog)
		.where(eq(auditLog.action, 'CATALOGUE_CHANGED'))
		.orderBy(desc(auditLog.id))
		.limit(1);
	return entry;
}

/**
 * Repeats a request until it succeeds. Saving a list waits at most a second until the app has it in
 * memory; on a busy machine the app may need longer.
 */
async function untilSucceeds(send: () => Promise<{ statusCode: number }>): Promise<void> {
	await vi.waitUntil(async () => (await send()).statusCode < 300, { timeout: 20_000 });
}

beforeEach(async () => {
	// A subject that an item uses cannot be removed, so the items of earlier tests are deleted first.
	await t.db.update(items).set({ deletedAt: new Date() });
	expect((await save({ branches: [CSE, ECE], subjects: [DATA, SIGNALS] })).statusCode).toBe(200);
});

describe('subjects and branches', () => {
	test('saving replaces all subjects and branches, and the market shows the change at once', async () => {
		const medicine = { code: 'MED', name: 'Medicine' };
		const anatomy = { code: 'AN-101', name: 'Anatomy', branch: 'MED', semester: 1 };

		const res = await save({ branches: [medicine, CSE], subjects: [anatomy, DATA] });

		expect(res.json()).toMatchObject({ success: true, subjects: [anatomy, DATA] });
		expect((await t.as(null).get('/catalogue')).json()).toMatchObject({
			branches: [medicine, CSE],
			subjects: [anatomy, DATA],
		});
		expect(await lastChange()).toEqual({
			target: 'subjects',
			details: 'added branches “MED”; removed branches “ECE”; added “AN-101”; removed “EC-401”',
		});
	});

	test('when the code of a branch is corrected, its students and saved searches get the new code', async () => {
		const student = await t.student();
		await untilSucceeds(() =>
			t.as(student).put('/account/studies', { branch: 'ECE', semester: 4 }),
		);
		const saved = await t.as(student).post('/searches', { query: 'branch=ECE' });
		expect(saved.statusCode).toBe(201);
		const electronics = { code: 'EC', name: 'Electronics' };

		const res = await save({
			branches: [CSE, { ...electronics, formerCode: 'ECE' }],
			subjects: [DATA, { ...SIGNALS, branch: 'EC' }],
		});

		expect(res.statusCode).toBe(200);
		expect(await savedLists()).toEqual({
			branches: [CSE, electronics],
			subjects: [DATA, { ...SIGNALS, branch: 'EC' }],
		});
		expect(await lastChange()).toMatchObject({ details: 'renamed branch “ECE” to “EC”' });
		expect((await t.as(student).get('/account/studies')).json()).toMatchObject({ branch: 'EC' });
		const { searches } = (await t.as(student).get('/searches')).json();
		expect(searches).toMatchObject([{ query: 'branch=EC', missing: null }]);
	});

	test('when a branch gets a new code, a saved search stays unchanged if its owner has the same search with the new code', async () => {
		const student = await t.student();
		await untilSucceeds(() => t.as(student).post('/searches', { query: 'branch=ECE' }));
		await t.db.execute(sql`
			insert into saved_searches (user_id, branch, compiled_with, alert)
			select user_id, 'EC', compiled_with, alert from saved_searches where user_id = ${student.id}`);

		const res = await save({
			branches: [CSE, { code: 'EC', name: 'Electronics', formerCode: 'ECE' }],
			subjects: [DATA, { ...SIGNALS, branch: 'EC' }],
		});

		expect(res.statusCode).toBe(200);
		const { searches } = (await t.as(student).get('/searches')).json();
		expect(searches).toMatchObject([{ query: 'branch=EC' }, { query: 'branch=ECE' }]);
	});

	test('a branch is refused with 409 if it takes the code of a branch that the same request removes or renames', async () => {
		const renamed = { code: 'CS', name: 'Computer science', formerCode: 'CSE' };
		for (const others of [[], [renamed]]) {
			const res = await save({
				branches: [{ code: 'CSE', name: 'Electronics', formerCode: 'ECE' }, ...others],
				subjects: [],
			});

			expect(res.statusCode).toBe(409);
			expect(res.json()).toMatchObject(CATALOGUE_ERRORS.branchCodeStored('CSE'));
			expect(await savedLists()).toEqual({ branches: [CSE, ECE], subjects: [DATA, SIGNALS] });
		}
	});

	test('one request can save as many subjects as the limit, and one more is refused with 400', async () => {
		const many = Array.from({ length: CATALOGUE_LIST_LIMITS.subjectsMax + 1 }, (_, index) => ({
			...DATA,
			code: `S-${index}`,
			// With long names, the request body is far above the usual limit of 256 KB.
			name: 'Introduction to the principles of engineering drawing and design, second part',
		}));

		const tooMany = await save({ branches: [CSE], subjects: many });
		const most = await save({ branches: [CSE], subjects: many.slice(1) });

		expect([tooMany.statusCode, tooMany.json().message]).toEqual([
			400,
			CATALOGUE_ERRORS.subjects.message,
		]);
		expect([most.statusCode, most.json().subjects.length]).toEqual([200, many.length - 1]);
	});

	test('a subject that a sold item or an active wanted post refers to cannot be removed, one that only deleted ones refer to can', async () => {
		const remove = () => save({ branches: [CSE], subjects: [DATA] });
		const inUse = async () => {
			const res = await remove();
			expect([res.statusCode, res.json().message]).toEqual([
				409,
				CATALOGUE_ERRORS.subjectInUse('EC-401').message,
			]);
			expect(await savedLists()).toEqual({ branches: [CSE, ECE], subjects: [DATA, SIGNALS] });
		};
		const item = await t.item(await t.student(), { subjects: ['EC-401'], soldAt: new Date() });
		await inUse();
		await t.db.update(items).set({ deletedAt: new Date() }).where(eq(items.id, item.id));
		const asker = t.as(await t.student());
		const { wanted } = (
			await asker.post('/wanted', { title: 'Signals', subject: 'EC-401' })
		).json();
		await inUse();
		await asker.delete(`/wanted/${wanted.id}`);

		expect((await remove()).statusCode).toBe(200);
	});
});

describe('CSV import and export of subjects', () => {
	test('the exported file contains the list, and importing the file again changes nothing', async () => {
		const formula = { ...DATA, code: '-X1', name: '=1+1, "quoted"' };
		await save({ branches: [CSE, ECE], subjects: [formula, SIGNALS] });
		const before = await read();

		const file = await t.as(admin).get(`${PATH}/csv`);
		const res = await importCsv(file.rawPayload);

		expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
		expect(file.body).toBe(
			`\uFEFF${HEADER}\r\n'-X1,"'=1+1, ""quoted""",CSE,3\r\nEC-401,Signals,ECE,4\r\n`,
		);
		expect(res.json()).toEqual(before);
	});

	test('an import replaces the list, and a new branch gets its code as its name', async () => {
		const res = await importCsv(`${HEADER}\r\nAN-101,Anatomy,MED,1\r\nCS-301,Algorithms,cse,4\r\n`);

		expect(res.statusCode).toBe(200);
		expect(await savedLists()).toEqual({
			branches: [CSE, ECE, { code: 'MED', name: 'MED' }],
			subjects: [
				{ code: 'AN-101', name: 'Anatomy', branch: 'MED', semester: 1 },
				{ code: 'CS-301', name: 'Algorithms', branch: 'CSE', semester: 4 },
			],
		});
		expect((await lastChange())?.details).toBe(
			'added branches “MED”; added “AN-101”; changed “CS-301”; removed “EC-401”',
		);
	});

	test('an import with subject codes in other letter case keeps the items and saved searches of these subjects', async () => {
		await t.item(await t.student(), { subjects: ['EC-401'] });
		const student = await t.student();
		await untilSucceeds(() => t.as(student).post('/searches', { query: 'subject=CS-301' }));

		const res = await importCsv(
			`${HEADER}\ncs-301,Data structures,cse,3\nec-401,Signals and systems,ECE,4`,
		);

		expect([res.statusCode, res.json().subjects]).toEqual([
			200,
			[DATA, { ...SIGNALS, name: 'Signals and systems' }],
		]);
		expect(await lastChange()).toMatchObject({ details: 'changed “EC-401”' });
		const { searches } = (await t.as(student).get('/searches')).json();
		expect(searches).toMatchObject([{ query: 'subject=CS-301', missing: null }]);
	});

	test('when one of 300 lines is invalid, the import is refused with the line number and nothing is saved', async () => {
		const lines = Array.from({ length: 300 }, (_, index) => `S-${index},Subject ${index},NEW,2`);
		lines[211] = 'S-211,Subject 211,NEW,twelve';

		const res = await importCsv([HEADER, ...lines].join('\n'));

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({
			success: false,
			...CATALOGUE_ERRORS.subjectSemester,
			line: 213,
		});
		expect(await savedLists()).toEqual({ branches: [CSE, ECE], subjects: [DATA, SIGNALS] });
	});

	test('an import based on an outdated version of the list is refused with 409', async () => {
		const { version } = await read();
		const csv = `${HEADER}\nAN-101,Anatomy,MED,1`;

		const outdated = await importCsv(csv, { query: `?version=${version - 1}` });
		const current = await importCsv(csv, { query: `?version=${version}` });

		expect([outdated.statusCode, outdated.json().code]).toEqual([
			409,
			CATALOGUE_ERRORS.changedMeanwhile.code,
		]);
		expect(current.statusCode).toBe(200);
	});
});
