import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const getPerson = (id: number | string) => t.as(null).get(`/people/${id}`);

test("anyone can see a seller's public profile, without contact details", async () => {
	const pictureHash = await t.photo();
	const createdAt = new Date('2024-08-17T10:11:12.345Z');
	const fields = { pictureHash, createdAt, verifiedAt: createdAt, phone: '+919876520000' };
	const seller = await t.student(fields);
	await t.item(seller);
	await t.item(seller);
	await t.item(seller, { soldAt: new Date() });
	await t.item(seller, { bannedAt: new Date() });
	await t.item(seller, { deletedAt: new Date() });

	const res = await getPerson(seller.id);

	expect(res.json()).toEqual({
		success: true,
		person: {
			id: seller.id,
			userName: 'Asha',
			profilePicUrl: expect.stringContaining(pictureHash),
			isVerified: true,
			joined: '2024-08-01T12:00:00.000Z',
			onSale: 2,
			sold: 1,
			replyMinutes: null,
			deals: 0,
			rating: null,
			reviewCount: 0,
			isReliable: false,
		},
	});
});

test("of the time at which a user joined, only the month in the college's time zone is shown", async () => {
	for (const [moment, joined] of [
		['2023-12-31T18:29:59.999Z', '2023-12-01T12:00:00.000Z'],
		['2023-12-31T18:30:00.000Z', '2024-01-01T12:00:00.000Z'],
	] as const) {
		const seller = await t.student({ createdAt: new Date(moment) });

		expect((await getPerson(seller.id)).json().person.joined).toBe(joined);
	}
});
