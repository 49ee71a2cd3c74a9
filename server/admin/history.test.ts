import { expect, test } from 'vitest';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const office = t.as(await t.admin({ username: 'Sunita', roleLevel: 'super_admin' }));
const historyOf = async (what: string, who = office) =>
	(await who.get(`/admin/${what}`)).json().history;

test('of a user has reports about them, their items and by them, and what administrators did, newest first', async () => {
	const [user, other] = [await t.student({ userName: 'Ravi' }), await t.student()];
	const [theirs, others] = [await t.item(user), await t.item(other)];
	const at = (day: number) => ({ createdAt: new Date(`2026-01-0${day}T10:00:00Z`) });
	const by = (person: { id: number }, complaint: string, type: string) => ({
		...{ reporterId: person.id, complaint, type },
	});
	await t.db.insert(itemReports).values([
		{ ...by(other, 'Broken', 'fraud'), itemId: theirs.id, ...at(2) },
		{ ...by(user, 'Fake', 'spam'), itemId: others.id, ...at(3) },
	]);
	await t.db.insert(userReports).values([
		{ ...by(other, 'Rude', 'harassment'), reportedId: user.id, ...at(1) },
		{ ...by(user, 'Pushy', 'other'), reportedId: other.id, ...at(4) },
	]);
	await office.put(`/admin/users/${user.id}/warn`, { message: 'Be polite.' });

	const history = await historyOf(`users/${user.id}`);

	const status = 'pending';
	const reportOf = { kind: 'report-against', status, by: 'Asha' };
	const ownReport = { kind: 'report-by', status, by: 'Ravi' };
	expect(history).toMatchObject([
		{
			kind: 'audit',
			what: 'USER_WARNED',
			text: 'Be polite.',
			by: 'Sunita',
			status: null,
			about: null,
		},
		{ ...ownReport, text: 'Pushy', what: 'other', about: 'user', at: '2026-01-04T10:00:00.000Z' },
		{ ...ownReport, text: 'Fake', what: 'spam', about: 'item' },
		{ ...reportOf, text: 'Broken', what: 'fraud', about: 'item' },
		{ ...reportOf, text: 'Rude', what: 'harassment', about: 'user' },
	]);
});

test('of an item has the reports about it and what administrators did, of no other item', async () => {
	const [seller, reporter] = [await t.student(), await t.student({ userName: 'Meera' })];
	const [item, another] = [await t.item(seller), await t.item(seller)];
	const report = { reporterId: reporter.id, complaint: 'Broken', type: 'fraud' };
	await t.db
		.insert(itemReports)
		.values([item, another].map(({ id }) => ({ ...report, itemId: id })));
	await office.put(`/admin/items/${item.id}/ban`, { reason: 'Broken indeed' });

	const history = await historyOf(`items/${item.id}`);

	expect(history).toMatchObject([
		{ kind: 'audit', what: 'ITEM_BANNED', text: 'Broken indeed', by: 'Sunita' },
		{ kind: 'report-against', text: 'Broken', by: 'Meera', about: 'item' },
	]);
});

test('has nothing of the log for those to whom the log itself is closed', async () => {
	const clerk = t.as(await t.admin());
	const [seller, reporter] = [await t.student(), await t.student()];
	const item = await t.item(seller);
	const report = { reporterId: reporter.id, complaint: 'Broken', type: 'fraud' };
	await t.db.insert(itemReports).values({ ...report, itemId: item.id });
	await office.put(`/admin/users/${seller.id}/warn`, { message: 'Be polite.' });
	await clerk.put(`/admin/items/${item.id}/ban`, { reason: 'Broken indeed' });

	const ofSeller = await historyOf(`users/${seller.id}`, clerk);
	const ofItem = await historyOf(`items/${item.id}`, clerk);

	for (const history of [ofSeller, ofItem]) {
		expect(history).toHaveLength(1);
		expect(history).toMatchObject([{ kind: 'report-against', text: 'Broken' }]);
	}
});

test('has no word of who looked, which would push what was done away', async () => {
	const student = await t.student();
	const item = await t.item(student);
	for (const what of [`users/${student.id}`, `items/${item.id}`]) {
		await historyOf(what);

		expect(await historyOf(what)).toEqual([]);
	}
});
