import { expect, test } from 'vitest';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { wantedAnswers, wantedPosts } from '#server/db/schema/wanted.ts';
import { openApp } from '#tests/support/app.ts';
import { inDays, openWanted } from '#tests/support/wanted.ts';
import { wantedJobs } from './commands.ts';

const t = await openApp();
const { findPost, insertPost } = openWanted(t);
const notifiedUserIds: number[] = [];
const realtime = { toUser: (userId: number) => void notifiedUserIds.push(userId) };

async function runJob(): Promise<void> {
	for (const job of wantedJobs({ db: t.db, addTask: t.queue.addTask, realtime })) {
		if ('schedule' in job) await job.run();
	}
}

const endingsOf = (user: { id: number }) =>
	t.db
		.select({ title: notifications.title, link: notifications.link })
		.from(notifications)
		.where(and(eq(notifications.userId, user.id), eq(notifications.kind, 'wanted-ending')));

test('the asker of a wanted post is notified once in the three days before its end, and after a renewal once more before its new end', async () => {
	const asker = await t.student();
	const id = await insertPost(asker, { title: 'Kettle', expiresAt: inDays(2.9) });
	const notification = { title: WANTED_MESSAGES.ending('Kettle'), link: `/wanted/${id}` };

	await runJob();
	await runJob();
	expect(await endingsOf(asker)).toEqual([notification]);
	expect(notifiedUserIds.filter((userId) => userId === asker.id)).toHaveLength(1);

	await t.as(asker).post(`/wanted/${id}/renew`);
	await runJob();
	expect(await endingsOf(asker)).toEqual([notification]);

	// Days pass, until the new end is less than three days away.
	await t.db
		.update(wantedPosts)
		.set({ expiresAt: inDays(2.9) })
		.where(eq(wantedPosts.id, id));
	await runJob();
	await runJob();
	expect(await endingsOf(asker)).toEqual([notification, notification]);
});

test('the asker of a wanted post is not notified more than three days before its end, after the post has expired or was found, removed or deleted, or while banned', async () => {
	const asker = await t.student();
	await insertPost(asker, { expiresAt: inDays(3.1) });
	await insertPost(asker, { expiresAt: inDays(-0.1) });
	await insertPost(asker, { expiresAt: inDays(1), foundAt: new Date() });
	await insertPost(asker, { expiresAt: inDays(1), removedAt: new Date() });
	await insertPost(asker, { expiresAt: inDays(1), deletedAt: new Date() });
	const banned = await t.student({ bannedAt: new Date() });
	await insertPost(banned, { expiresAt: inDays(1) });

	await runJob();

	expect(await endingsOf(asker)).toEqual([]);
	expect(await endingsOf(banned)).toEqual([]);
});

test('when several instances run the reminder job at the same time, the asker is notified once of each wanted post that ends soon', async () => {
	const asker = await t.student();
	for (let count = 0; count < 5; count += 1) await insertPost(asker, { expiresAt: inDays(1) });

	await Promise.all([runJob(), runJob(), runJob()]);

	expect(await endingsOf(asker)).toHaveLength(5);
});

test('wanted posts that were deleted over a day ago are erased with their answers, unless somebody has reported them', async () => {
	const [asker, seller] = [await t.student(), await t.student()];
	const long = { createdAt: inDays(-3), deletedAt: inDays(-2) };
	const [erased, reported, recent] = [
		await insertPost(asker, long),
		await insertPost(asker, long),
		await insertPost(asker, { ...long, deletedAt: inDays(-0.9) }),
	];
	const { id: itemId } = await t.item(seller);
	await t.db.insert(wantedAnswers).values({ wantedId: erased, itemId, sellerId: seller.id });
	await t.db
		.insert(reports)
		.values({ wantedId: reported, reporterId: seller.id, complaint: 'Spam', type: 'spam' });

	await runJob();

	expect(await findPost(erased)).toBeUndefined();
	expect(await findPost(reported)).toBeDefined();
	expect(await findPost(recent)).toBeDefined();
});
