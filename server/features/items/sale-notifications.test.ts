import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect } = await openSockets(t);

type Student = Awaited<ReturnType<typeof t.student>>;

const notificationsOf = async (who: Student): Promise<Record<string, unknown>[]> => {
	const { notifications } = (await t.as(who).get('/notifications')).json();
	return notifications.filter(({ kind }: { kind: string }) => kind === 'sale');
};
const sell = (seller: Student, id: number) => t.as(seller).patch(`/item/mark-as-sold/${id}`);

/** An item of the seller; each of the buyers has written about it. */
async function createChatsAboutItem(seller: Student, ...buyers: Student[]) {
	const item = await t.item(seller, { title: 'Drafter' });
	for (const buyer of buyers) {
		await t.message(await t.conversation(item, buyer), buyer, 'Is it still there?');
	}
	return item;
}

describe('notifications of a sale', () => {
	test('each buyer who wrote about the sold item gets one notification, and a socket event on every device', async () => {
		const [seller, asha, ravi] = [
			await t.student({ userName: 'Meera' }),
			await t.student(),
			await t.student(),
		];
		const { id } = await createChatsAboutItem(seller, asha, ravi);
		const devices = [await connect(asha), await connect(asha), await connect(ravi)];

		await sell(seller, id);
		await sell(seller, id);

		for (const device of devices) await device.waitFor(REALTIME_EVENTS.notificationsChanged);
		for (const buyer of [asha, ravi]) {
			expect(await notificationsOf(buyer)).toEqual([
				expect.objectContaining({
					kind: 'sale',
					title: 'Sold: Drafter',
					message: 'Meera sold it. You wrote about it; similar items may still be on sale.',
					link: `/item/${id}`,
					isRead: false,
				}),
			]);
		}
	});

	test('the seller, who wrote about another item, only viewed this one, has blocked the seller, is deleted or wants none gets no notification', async () => {
		const seller = await t.student();
		const [other, looking, blocked, blocking, deleted, silent] = (await Promise.all(
			Array.from({ length: 6 }, () => t.student()),
		)) as [Student, Student, Student, Student, Student, Student];
		const { id } = await createChatsAboutItem(seller, blocked, blocking, deleted, silent);
		await createChatsAboutItem(seller, other);
		await t.as(looking).get(`/item/${id}`);
		await t.as(seller).put(`/people/${blocked.id}/block`);
		await t.as(blocking).put(`/people/${seller.id}/block`);
		await t.db.execute(`update users set deleted_at = now() where id = ${deleted.id}`);
		const choice = { kind: 'sale', inApp: false, byMail: false };
		await t.as(silent).put('/account/notification-choices', choice);

		expect((await sell(seller, id)).statusCode).toBe(200);

		for (const person of [seller, other, looking, blocking, silent])
			expect(await notificationsOf(person)).toEqual([]);
		// One whom the seller has blocked gets the same as anybody else.
		expect(await notificationsOf(blocked)).toHaveLength(1);
		const { rows } = await t.db.execute(`select 1 from notices where user_id = ${deleted.id}`);
		expect(rows).toEqual([]);
	});
});

test('a sale notification is mailed according to the buyer’s choice', async () => {
	for (const byMail of [true, false]) {
		const seller = await t.student();
		const buyer = await t.student({ emailConfirmedAt: new Date() });
		const { id } = await createChatsAboutItem(seller, buyer);
		await t.as(buyer).put('/account/notification-choices', { kind: 'sale', inApp: true, byMail });

		await sell(seller, id);

		const { rows } = await t.db.execute<{ data: { letter: string } }>(
			`select data from pgboss.job where name = 'notice-mail' and data->>'userId' = '${buyer.id}'`,
		);
		expect(rows.map(({ data }) => data.letter)).toEqual(byMail ? ['notice'] : []);
	}
});
