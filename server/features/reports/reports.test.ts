import { describe, expect, test } from 'vitest';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openCompletedDeals } from '#tests/support/completed-deals.ts';
import type { Student } from '#tests/support/factories.ts';
import { openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost } = openWanted(t);
const { insertReviewAbout } = openCompletedDeals(t);

/** What can be reported: where, what administrators are told, and a thing of a user who cannot report it. */
const KINDS = [
	{
		name: 'an item',
		path: '/report/report-item',
		kind: 'item',
		type: 'fraud',
		usualType: 'other',
		title: 'New item report',
		message: (id: number) => `Item ${id}: fraud`,
		link: (report: number) => `/admin/reports?report=${report}`,
		answer: REPORT_MESSAGES.itemReported,
		noReason: REPORT_ERRORS.itemReason,
		own: REPORT_ERRORS.ownItem,
		insert: async (owner: Student) => (await t.item(owner)).id,
	},
	{
		name: 'a user',
		path: '/user-report/report-user',
		kind: 'user',
		type: 'scam',
		usualType: 'harassment',
		title: 'New user report',
		message: (id: number) => `User ${id}: scam`,
		link: (report: number) => `/admin/user-reports?report=${report}`,
		answer: REPORT_MESSAGES.userReported,
		noReason: REPORT_ERRORS.userReason,
		own: REPORT_ERRORS.yourself,
		insert: async ({ id }: Student) => id,
	},
	{
		name: 'a wanted post',
		path: '/report/report-wanted',
		kind: 'wanted',
		type: 'spam',
		usualType: 'other',
		title: 'New report of a wanted post',
		message: (id: number) => `Wanted post ${id}: spam`,
		link: (_report: number, id: number) => `/admin/wanted?wanted=${id}`,
		answer: REPORT_MESSAGES.wantedReported,
		noReason: REPORT_ERRORS.wantedReason,
		own: REPORT_ERRORS.ownWanted,
		insert: (owner: Student) => insertPost(owner),
	},
	{
		name: 'a review',
		path: '/report/report-review',
		kind: 'review',
		type: 'inappropriate',
		usualType: 'other',
		title: 'New report of a review',
		message: (id: number) => `Review ${id}: inappropriate`,
		link: (report: number) => `/admin/review-reports?report=${report}`,
		answer: REPORT_MESSAGES.reviewReported,
		noReason: REPORT_ERRORS.reviewReason,
		own: REPORT_ERRORS.ownReview,
		insert: async (writer: Student) => insertReviewAbout(await t.student(), {}, writer),
	},
];

describe.each(KINDS)('reports of $name', (kind) => {
	const report = (who: Student, id: number, body: object) =>
		t.as(who).post(`${kind.path}/${id}`, body);

	async function reportsOf({ id }: Student) {
		const { rows } = await t.db.execute<{ id: number; type: string; complaint: string }>(sql`
			select id, type, complaint, status from reports
			where kind = ${kind.kind} and reporter_id = ${id} order by id`);
		return rows;
	}

	test('the same report sent three times is stored once, and administrators get one notification with a link', async () => {
		const reporter = await t.student();
		const id = await kind.insert(await t.student());
		const body = { complaint: '  Not right. ', type: kind.type };

		const responses = await Promise.all([1, 2, 3].map(() => report(reporter, id, body)));

		for (const res of responses) {
			expect(res.statusCode).toBe(201);
			expect(res.json()).toEqual({ success: true, message: kind.answer });
		}
		const stored = await reportsOf(reporter);
		expect(stored).toMatchObject([{ complaint: 'Not right.', type: kind.type, status: 'pending' }]);
		const { title, type, target, link } = announcements;
		expect(
			await t.db
				.select({ title, type, target, link })
				.from(announcements)
				.where(eq(announcements.message, kind.message(id))),
		).toEqual([
			{
				title: kind.title,
				type: 'warning',
				target: 'admins',
				link: kind.link(stored[0]?.id ?? 0, id),
			},
		]);
	});

	test('another text, another reporter and a report after the decision are stored again; a type can be left out, a reason cannot, and one’s own is refused', async () => {
		const [reporter, other] = [await t.student(), await t.student()];
		const id = await kind.insert(await t.student());
		const body = { complaint: 'Not right.' };
		await report(reporter, id, body);
		await report(reporter, id, { complaint: 'Still not right.' });
		await report(other, id, body);
		await t.db.execute(sql`
			update reports set status = 'dismissed', resolved_at = now()
			where kind = ${kind.kind} and reporter_id = ${reporter.id}`);

		await report(reporter, id, body);
		const refused = await report(reporter, id, { complaint: ' ' });

		const types = (await reportsOf(reporter)).map(({ type }) => type);
		expect(types).toEqual(Array(3).fill(kind.usualType));
		expect(await reportsOf(other)).toHaveLength(1);
		expect(refused.statusCode).toBe(400);
		expect(refused.json()).toMatchObject(kind.noReason);
		const owner = await t.student();
		const own = await report(owner, await kind.insert(owner), { complaint: 'x' });
		expect([own.statusCode, own.json()]).toEqual([403, { success: false, ...kind.own }]);
		expect(await reportsOf(owner)).toEqual([]);
	});
});

const seller = await t.student({ userName: 'Ravi' });

/** Sends a report. @returns what is stored of the reporter’s reports */
async function reportUser(reporter: Student, reported: Student, context: object) {
	const path = `/user-report/report-user/${reported.id}`;
	const res = await t.as(reporter).post(path, { complaint: 'Was rude.', ...context });
	expect(res.statusCode).toBe(201);
	return t.db.select().from(reports).where(eq(reports.reporterId, reporter.id));
}

test('a report of a user is stored with the reported user and the item, unless the item is unknown', async () => {
	const item = await t.item(seller);
	const sent = { itemId: String(item.id), roomId: null };

	expect(await reportUser(await t.student(), seller, sent)).toMatchObject([
		{ reportedId: seller.id, mentionedItemId: item.id, chatItemId: null, chatBuyerId: null },
	]);
	expect(await reportUser(await t.student(), seller, { itemId: 2_147_483_647 })).toMatchObject([
		{ reportedId: seller.id, mentionedItemId: null },
	]);
});

test('a report by the buyer or seller of a chat is stored with that chat, even before the first message', async () => {
	const buyer = await t.student();
	const item = await t.item(seller);
	const sent = { roomId: `${item.id}-${buyer.id}` };
	const chat = { chatItemId: item.id, chatBuyerId: buyer.id };

	expect(await reportUser(buyer, seller, sent)).toMatchObject([chat]);
	expect(await reportUser(seller, buyer, sent)).toMatchObject([chat]);
});

test('a report from a chat of others, with oneself, with an unknown user or with an ill-formed id is stored without the chat', async () => {
	const [owner, buyer, outsider] = [await t.student(), await t.student(), await t.student()];
	const item = await t.item(owner);
	await t.conversation(item, buyer);
	await reportUser(outsider, buyer, { roomId: `${item.id}-${buyer.id}` });
	const rooms = [`${item.id}-${owner.id}`, `${item.id}-2147483647`, 'undefined-undefined'];
	for (const [index, roomId] of rooms.entries())
		await reportUser(owner, buyer, { roomId, complaint: `Was rude ${index}.` });

	const stored = await t.db.select().from(reports).where(eq(reports.reportedId, buyer.id));
	expect(stored.map(({ chatItemId, chatBuyerId }) => [chatItemId, chatBuyerId])).toEqual(
		Array(4).fill([null, null]),
	);
});
