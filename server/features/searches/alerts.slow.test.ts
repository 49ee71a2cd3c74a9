import { describe, expect, test, vi } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { erasePersonalData } from '#server/app/account-lifecycle.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { deleteOldMatches, lockDue, setAlerted, settleDue } from './alert-queries.ts';
import { matchPosted, sendAlerts } from './jobs.ts';

const t = await openApp();
const seller = await t.student();
const MINUTE_MS = 60_000;
/** Half past six in Kolkata: after the daily alerts of that day. */
const EVENING = new Date('2027-01-10T13:00:00Z');
const later = (minutes: number) => new Date(EVENING.getTime() + minutes * MINUTE_MS);
const toUser = vi.fn();

type Student = Awaited<ReturnType<typeof t.student>>;

const send = (now: Date) =>
	sendAlerts({ db: t.db, addTask: t.queue.addTask, realtime: { toUser } }, now);
/** Posts an item, matches it with saved searches and sends the alerts that are due. */
async function postAndAlert(now: Date, fields: Parameters<typeof t.item>[1] = {}, from = seller) {
	const item = await t.item(from, { title: 'Microscope', price: 900, ...fields });
	await matchPosted({ db: t.db, timeZone: 'Asia/Kolkata' }, [item.id], now);
	await send(now);
	return item;
}
async function createSearcher(alert: string, query = 'q=microscope') {
	const student = await t.student({ emailConfirmedAt: new Date() });
	const res = await t.as(student).post('/searches', { query, alert });
	return { ...student, searchId: res.json().search.id as number };
}
async function alertsOf(who: Student): Promise<NotificationEntry[]> {
	const reply = (await t.as(who).get('/notifications')).json();
	return reply.notifications.filter(({ kind }: NotificationEntry) => kind === 'search-alert');
}
const newCountOf = async (who: Student) =>
	(await t.as(who).get('/searches')).json().searches[0].newCount;

describe('instant alerts of saved searches', () => {
	test('the first matching item causes an alert at once, with a link to the listing sorted by newest first', async () => {
		const student = await createSearcher('instant', 'q=microscope&maxPrice=1000&sort=name');

		await postAndAlert(EVENING, { title: 'Microscope with slides' });

		expect(await alertsOf(student)).toMatchObject([
			{
				title: 'New: “microscope”, under ₹1,000',
				message: 'Microscope with slides',
				link: '/category/All?q=microscope&maxPrice=1000',
			},
		]);
		expect(toUser).toHaveBeenCalledWith(student.id, REALTIME_EVENTS.notificationsChanged, {});
	});

	test('items posted in the 15 minutes after an alert are gathered into the next alert', async () => {
		const student = await createSearcher('instant');
		await postAndAlert(later(0), { title: 'Microscope 1' });
		for (const [minute, number] of [
			[1, 2],
			[5, 3],
			[9, 4],
			[14, 5],
		] as const)
			await postAndAlert(later(minute), { title: `Microscope ${number}` });

		await send(later(14.9));
		expect(await alertsOf(student)).toHaveLength(1);
		await send(later(15));

		expect(await alertsOf(student)).toMatchObject([
			{
				title: '4 new: “microscope”',
				message: 'Microscope 5 · Microscope 4 · Microscope 3 · and 1 more',
			},
			{ title: 'New: “microscope”' },
		]);
		await postAndAlert(later(31));
		expect(await alertsOf(student)).toHaveLength(3);
	});

	test('an alert is sent once, even if the jobs run repeatedly and at the same time', async () => {
		const student = await createSearcher('instant');
		const item = await t.item(seller, { title: 'Microscope' });
		const run = async () => {
			await matchPosted({ db: t.db, timeZone: 'Asia/Kolkata' }, [item.id], EVENING);
			await send(EVENING);
		};

		await Promise.all([run(), run(), run()]);
		await run();
		await send(later(60));

		expect(await alertsOf(student)).toHaveLength(1);
	});
});

describe('alerts of removed searches', () => {
	test('a removed search sends no alert, and after it is restored the waiting items are sent', async () => {
		const student = await createSearcher('instant');
		await postAndAlert(later(0), { title: 'Microscope 1' });
		await postAndAlert(later(1), { title: 'Microscope 2' });

		await t.as(student).delete(`/searches/${student.searchId}`);
		await send(later(15));
		expect(await alertsOf(student)).toHaveLength(1);
		await t.as(student).post(`/searches/${student.searchId}/restore`);
		await send(later(15));

		expect(await alertsOf(student)).toMatchObject([{ title: 'New: “microscope”' }, {}]);
	});
});

describe('daily alerts of saved searches', () => {
	test('a daily alert is sent at 6 p.m. in the college’s time zone, with the items of the whole day', async () => {
		const student = await createSearcher('daily');
		await postAndAlert(later(0), { title: 'Microscope 1' });
		await postAndAlert(later(600), { title: 'Microscope 2' });

		await send(new Date('2027-01-11T12:29:59Z'));
		expect(await alertsOf(student)).toEqual([]);
		await send(new Date('2027-01-11T12:30:00Z'));

		expect(await alertsOf(student)).toMatchObject([
			{ title: '2 new: “microscope”', message: 'Microscope 2 · Microscope 1' },
		]);
		await send(new Date('2027-01-12T12:30:00Z'));
		expect(await alertsOf(student)).toHaveLength(1);
	});
});

describe('saved searches without alerts', () => {
	test('a search without alerts counts new items, which are not sent after alerts are turned on; turning alerts off drops the waiting items', async () => {
		const student = await createSearcher('off');
		await postAndAlert(EVENING);
		await send(later(24 * 60));
		expect(await alertsOf(student)).toEqual([]);
		expect(await newCountOf(student)).toBe(1);

		await t.as(student).put(`/searches/${student.searchId}`, { alert: 'instant' });
		await postAndAlert(later(1), { title: 'Microscope 2' });

		expect(await alertsOf(student)).toMatchObject([{ title: 'New: “microscope”' }]);
		await postAndAlert(later(2), { title: 'Microscope 3' });
		for (const alert of ['off', 'daily'])
			await t.as(student).put(`/searches/${student.searchId}`, { alert });
		await send(later(3 * 24 * 60));
		expect(await alertsOf(student)).toHaveLength(1);
	});
});

test('an alert leaves out items that are sold, banned, deleted or match no more, and those of a seller who is banned or has blocked the user', async () => {
	const student = await createSearcher('daily');
	const [blocking, banned] = [await t.student(), await t.student()];
	const post = (title: string, from = seller) =>
		postAndAlert(EVENING, { title: `Microscope ${title}` }, from);
	const changes = [
		[await post('1'), sql`sold_at = now()`],
		[await post('2'), sql`banned_at = now()`],
		[await post('3'), sql`deleted_at = now()`],
		[await post('4'), sql`title = 'Telescope'`],
	] as const;
	await post('5', blocking);
	await post('6', banned);
	await post('there');

	for (const [{ id }, change] of changes)
		await t.db.execute(sql`update items set ${change} where id = ${id}`);
	await t.db.execute(sql`
		insert into blocks (blocker_id, blocked_id) values (${blocking.id}, ${student.id})`);
	await t.db.execute(sql`update users set banned_at = now() where id = ${banned.id}`);
	// A daily alert that was missed while no job ran is sent later.
	await send(later(3 * 24 * 60));

	expect((await alertsOf(student)).map(({ message }) => message)).toEqual(['Microscope there']);
});

test('a banned user gets no alert, not even of earlier items after the ban is lifted', async () => {
	const student = await createSearcher('daily');
	await postAndAlert(EVENING);
	await t.db.execute(sql`update users set banned_at = now() where id = ${student.id}`);
	await send(later(24 * 60));
	await t.db.execute(sql`update users set banned_at = null where id = ${student.id}`);

	await send(later(48 * 60));

	expect(await alertsOf(student)).toEqual([]);
});

test.each([0, 1])(
	'an item that matches a saved search %i ms before an alert that is being sent is in the next one',
	async (ms) => {
		const student = await createSearcher('instant');
		await postAndAlert(later(0));
		const [waitingItem, newItem] = [
			await t.item(seller, { title: 'Microscope with slides' }),
			await t.item(seller, { title: 'Microscope with lamp' }),
		];
		await matchPosted({ db: t.db, timeZone: 'UTC' }, [waitingItem.id], later(1));

		let matching: Promise<void> | undefined;
		await t.db.transaction(async (tx) => {
			const due = await lockDue(tx, later(15), 100);
			await settleDue(tx, due, later(15));
			const matchedAt = new Date(later(15).getTime() - ms);
			matching = matchPosted({ db: t.db, timeZone: 'UTC' }, [newItem.id], matchedAt);
			await waitForBlockedSession(t.url);
			await setAlerted(tx, due, due, later(15));
		});
		await matching;
		await send(later(30));

		expect((await alertsOf(student)).map(({ message }) => message)).toContain(
			'Microscope with lamp',
		);
	},
);

test('an alert whose items are all sold is not sent, and does not delay the next alert', async () => {
	const student = await createSearcher('instant');
	const item = await t.item(seller, { title: 'Microscope' });
	await matchPosted({ db: t.db, timeZone: 'UTC' }, [item.id], EVENING);
	await t.db.execute(sql`update items set sold_at = now() where id = ${item.id}`);
	await send(EVENING);
	expect(await alertsOf(student)).toEqual([]);

	await postAndAlert(later(1));

	expect(await alertsOf(student)).toHaveLength(1);
});

test('in an alert, the titles of an erased seller disappear, even after the search was removed', async () => {
	const student = await createSearcher('instant');
	const [leaving, staying] = [await t.student(), await t.student()];
	await postAndAlert(later(0), { title: 'Microscope of brass' }, leaving);
	await postAndAlert(later(20), { title: 'Microscope of steel' }, staying);
	await t.as(student).delete(`/searches/${student.searchId}`);

	await t.db.transaction((tx) => erasePersonalData(tx, leaving.id, t.queue.addTask));

	expect((await alertsOf(student)).map(({ title, message }) => [title, message])).toEqual([
		['New: “microscope”', 'Microscope of steel'],
		['New: “microscope”', NOTIFICATION_MESSAGES.erasedItems],
	]);
});

test('old matches of sold items are deleted, and the count of new items stays right', async () => {
	const student = await createSearcher('off');
	const [sold, kept] = [await postAndAlert(EVENING), await postAndAlert(EVENING)];
	await t.db.execute(sql`update items set sold_at = now() where id = ${sold.id}`);
	await t.db.execute(sql`
		update saved_search_matches set settled_at = now() - interval '8 days'
		where search_id = ${student.searchId}`);

	await deleteOldMatches(t.db);

	const { rows } = await t.db.execute(sql`
		select item_id from saved_search_matches where search_id = ${student.searchId}`);
	expect(rows).toEqual([{ item_id: kept.id }]);
	expect(await newCountOf(student)).toBe(1);
});

test('the export of a saved search has the matched items that wait for a daily alert, which a change to instant alerts sends at once', async () => {
	const student = await createSearcher('daily');
	const item = await postAndAlert(EVENING);

	const { savedSearches } = (await t.as(student).get('/account/export')).json();

	expect(savedSearches).toMatchObject([
		{ words: 'microscope', found: [{ itemId: item.id, settledAt: null }] },
	]);
	await t.as(student).put(`/searches/${student.searchId}`, { alert: 'instant' });
	await send(EVENING);
	expect(await alertsOf(student)).toHaveLength(1);
});
