import { describe, expect, test } from 'vitest';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { openReporting } from '#tests/support/reporting.ts';

const t = await openApp();
const { userReportsOf, reportUser } = openReporting(t);
const seller = await t.student({ userName: 'Ravi' });

describe('reports of users', () => {
	test('a report of a user is stored with the reporter, the reported user, the item and the description', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);

		const res = await reportUser(reporter, seller.id, {
			complaint: ' Was rude. ',
			type: 'scam',
			itemId: String(item.id),
			roomId: null,
		});

		expect(res.statusCode).toBe(201);
		expect(res.json()).toEqual({ success: true, message: 'User reported successfully' });
		expect(await userReportsOf(reporter)).toMatchObject([
			{
				reportedId: seller.id,
				complaint: 'Was rude.',
				type: 'scam',
				itemId: item.id,
				chatItemId: null,
				chatBuyerId: null,
				status: 'pending',
			},
		]);
	});

	test('a report of a user without a type has the type “harassment”', async () => {
		const reporter = await t.student();

		await reportUser(reporter, seller.id);

		expect(await userReportsOf(reporter)).toMatchObject([{ type: 'harassment', itemId: null }]);
	});

	test('a user’s report of themselves is refused', async () => {
		const reporter = await t.student();

		const res = await reportUser(reporter, reporter.id);

		expect(res.statusCode).toBe(403);
		expect(res.json()).toEqual({ success: false, ...REPORT_ERRORS.yourself });
	});

	test('a report of a user that names an unknown item is stored without the item', async () => {
		const reporter = await t.student();

		const res = await reportUser(reporter, seller.id, { complaint: 'x', itemId: 2_147_483_647 });

		expect(res.statusCode).toBe(201);
		expect(await userReportsOf(reporter)).toMatchObject([{ itemId: null }]);
	});

	test('a report by the buyer or seller of a chat is stored with that chat, even before the first message', async () => {
		const buyer = await t.student();
		const item = await t.item(seller);
		const sent = { complaint: 'In our chat.', roomId: `${item.id}-${buyer.id}` };
		const expectedChat = { chatItemId: item.id, chatBuyerId: buyer.id };

		await reportUser(buyer, seller.id, sent);
		await reportUser(seller, buyer.id, sent);

		expect(await userReportsOf(buyer)).toMatchObject([expectedChat]);
		expect(await userReportsOf(seller)).toContainEqual(expect.objectContaining(expectedChat));
	});

	test.each(['of others', 'with oneself', 'with an unknown user', 'whose id is ill-formed'])(
		'a report from a chat %s is stored without the chat',
		async (which) => {
			const [owner, buyer, outsider] = [await t.student(), await t.student(), await t.student()];
			const item = await t.item(owner);
			await t.conversation(item, buyer);
			const rooms: Record<string, string> = {
				'of others': `${item.id}-${buyer.id}`,
				'with oneself': `${item.id}-${owner.id}`,
				'with an unknown user': `${item.id}-2147483647`,
				'whose id is ill-formed': 'undefined-undefined',
			};
			const reporter = which === 'of others' ? outsider : owner;

			const res = await reportUser(reporter, buyer.id, { complaint: 'x', roomId: rooms[which] });

			expect(res.statusCode).toBe(201);
			expect(await userReportsOf(reporter)).toMatchObject([
				{ chatItemId: null, chatBuyerId: null },
			]);
		},
	);
});
