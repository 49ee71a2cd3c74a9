import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { STUDIES_ERRORS } from '#contract/studies/errors.ts';
import { accountLifecycle, erasePersonalData } from '#server/app/account-lifecycle.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { studies } from '#server/db/schema/studies.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';
import { storeCurrentSemesters } from './commands.ts';

const t = await openApp();
const NONE = { success: true, branch: null, semester: null };
const TIME_ZONE = 'Asia/Kolkata';

beforeAll(async () => {
	await t.db.execute(
		sql`insert into branches values ('EC', 'Electronics', 0), ('ME', 'Mechanical', 1), ('CE', 'Civil', 2)`,
	);
	await t.db.execute(sql`insert into subjects values
		('EC301', 'Signals', 'EC', 3, 0), ('EC801', 'Project', 'EC', 8, 1)`);
	await waitForCatalogue(t, ({ subjects }) => subjects.length === 2);
});

async function signUp() {
	const student = await t.student();
	const as = t.as(student);
	return {
		student,
		read: async () => (await as.get('/account/studies')).json(),
		set: (sent: object) => as.put('/account/studies', sent),
		isInvited: async () => (await as.get('/account/studies/invitation')).json().isOpen,
		decline: () => as.delete('/account/studies/invitation'),
		/** Subtracts this number of years from the day on which the studies were set. */
		age: (years: number) =>
			t.db
				.update(studies)
				.set({ since: sql`${studies.since} - make_interval(years => ${years})` })
				.where(eq(studies.userId, student.id)),
	};
}

test('a student can set and clear branch and semester', async () => {
	const { read, set } = await signUp();
	expect(await read()).toEqual(NONE);

	const res = await set({ branch: 'ec', semester: 3 });

	expect([res.statusCode, res.json()]).toEqual([200, { success: true, branch: 'EC', semester: 3 }]);
	expect(await read()).toEqual({ success: true, branch: 'EC', semester: 3 });
	expect((await set({ branch: null, semester: null })).json()).toEqual(NONE);
	expect(await read()).toEqual(NONE);
});

test('invalid branches and semesters are refused, and the stored ones stay', async () => {
	const { read, set } = await signUp();
	await set({ branch: 'EC', semester: 5 });

	for (const [sent, { code }] of [
		[{ branch: 'XX', semester: 3 }, LISTING_ERRORS.unknownBranch('XX')],
		[{ branch: '', semester: 3 }, LISTING_ERRORS.branch],
		[{ branch: 'EC', semester: 0 }, LISTING_ERRORS.badSemester],
		[{ branch: 'EC', semester: 11 }, LISTING_ERRORS.badSemester],
		[{ branch: 'EC', semester: '3' }, LISTING_ERRORS.badSemester],
		[{ branch: 'EC' }, STUDIES_ERRORS.semesterMissing],
		[{ branch: null, semester: 3 }, STUDIES_ERRORS.branchMissing],
	] as const) {
		const res = await set(sent);

		expect([res.statusCode, res.json().code]).toEqual([400, code]);
	}
	expect(await read()).toMatchObject({ branch: 'EC', semester: 5 });
});

test('the semester increases with each term, up to the last semester of the branch, also after it is stored', async () => {
	const { read, set, age } = await signUp();
	await set({ branch: 'EC', semester: 3 });
	const otherBranch = await signUp();
	await otherBranch.set({ branch: 'ME', semester: 3 });

	// Two years with two term starts each.
	await age(2);
	expect(await read()).toMatchObject({ semester: 7 });
	await storeCurrentSemesters(t.db, TIME_ZONE);
	expect(await read()).toMatchObject({ semester: 7 });

	await age(10);
	await otherBranch.age(10);
	expect(await read()).toMatchObject({ semester: 8 });
	expect(await otherBranch.read()).toMatchObject({ semester: 10 });
});

test('when an administrator changes the term starts, semesters do not change retroactively', async () => {
	const { read, set, age } = await signUp();
	await set({ branch: 'EC', semester: 1 });
	await age(2);
	const admin = t.as(await t.admin({ roleLevel: 'super_admin' }));
	const changeTerms = async (terms: string[]) => {
		const { version } = (await admin.get('/admin/catalogue/terms')).json();
		return (await admin.put('/admin/catalogue/terms', { version, terms })).json();
	};
	onTestFinished(async () => void (await changeTerms(['01-02', '07-15'])));

	await changeTerms(['01-02', '04-01', '07-15', '10-01']);

	expect(await read()).toMatchObject({ semester: 5 });
	await age(1);
	expect(await read()).toMatchObject({ semester: 8 });
});

test('a student is invited to set branch and semester until these are set, cleared or declined', async () => {
	const [setting, clearing, declining] = [await signUp(), await signUp(), await signUp()];
	expect(await setting.isInvited()).toBe(true);

	await setting.set({ branch: 'EC', semester: 3 });
	await clearing.set({ branch: null, semester: null });
	expect((await declining.decline()).json()).toEqual({ success: true });

	for (const { isInvited } of [setting, clearing, declining]) expect(await isInvited()).toBe(false);
	expect(await declining.read()).toEqual(NONE);
	await setting.decline();
	expect(await setting.read()).toMatchObject({ branch: 'EC', semester: 3 });
});

test('the students of a branch keep it when its code changes, and have none and are invited again when it is deleted', async () => {
	const { read, set, isInvited } = await signUp();
	await set({ branch: 'CE', semester: 3 });

	await t.db.execute(sql`update branches set code = 'CIV' where code = 'CE'`);
	expect(await read()).toMatchObject({ branch: 'CIV', semester: 3 });
	await t.db.execute(sql`delete from branches where code = 'CIV'`);

	expect(await read()).toEqual(NONE);
	expect(await isInvited()).toBe(true);
});

test('when the owner takes over an account, the branch and semester that somebody else set are cleared', async () => {
	const { student, read, set } = await signUp();
	await set({ branch: 'EC', semester: 3 });

	await accountLifecycle.onTakeover(t.db, student.id);

	expect(await read()).toEqual(NONE);
});

test('the export has a student’s branch, semester and the day they were set, and erasing the account deletes them', async () => {
	const { student, set } = await signUp();
	await set({ branch: 'EC', semester: 3 });
	const [stored] = await t.db.select().from(studies).where(eq(studies.userId, student.id));
	const exported = async () => (await t.as(student).get('/account/export')).json().studies;
	expect(await exported()).toEqual({ branch: 'EC', semester: 3, since: stored?.since });

	await t.db.transaction((tx) => erasePersonalData(tx, student.id, t.queue.addTask));

	expect(await t.db.select().from(studies).where(eq(studies.userId, student.id))).toEqual([]);
});
