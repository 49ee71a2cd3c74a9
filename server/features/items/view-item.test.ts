import { describe, expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const detailsOf = (who: { token: string } | null, id: number) =>
	t.as(who).get(`/item/get-item-details/${id}`);

describe('details of an item', () => {
	test('a visitor reads the item without the seller’s email address and phone number', async () => {
		const seller = await t.student({ userName: 'Meera', phone: '+919876500001' });
		const { id, hashes } = await t.item(seller, { photoCount: 2 });

		const res = await detailsOf(null, id);

		expect(res.statusCode).toBe(200);
		const fields =
			'User,category,condition,createdAt,description,details,id,imageUrl,isAvailable,isFree,isPriceFixed,photos,price,reservedUntil,sellerId,status,subjects,title,userId';
		expect(Object.keys(res.json().data).sort().join()).toBe(fields);
		expect(res.json().data.imageUrl).toEqual(hashes.map((hash) => `/photos/${hash}-1600.webp`));
		expect(res.json().data.photos[0]).toEqual({
			url: `/photos/${hashes[0]}-1600.webp`,
			width: 1600,
			height: 1200,
			thumbhash: 'AAAA',
		});
		expect(res.body).not.toContain(seller.email);
		expect(res.body).not.toContain('9876500001');
	});

	test('GET /item/{id} gives signed-in users the data of GET /item/get-item-details/{id}, without a wrapper', async () => {
		const { id } = await t.item(await t.student());

		const res = await t.as(await t.student()).get(`/item/${id}`);

		for (const visitor of [null, { token: 'stale' }])
			expect(res.json()).toEqual((await detailsOf(visitor, id)).json().data);
	});

	test('a banned item is shown only to its seller, with the reason and signed photo addresses', async () => {
		const seller = await t.student();
		const { id } = await t.item(seller, { bannedAt: new Date(), banReason: 'Not yours to sell' });

		expect((await detailsOf(null, id)).statusCode).toBe(404);
		expect((await detailsOf(await t.student(), id)).statusCode).toBe(404);
		const own = (await detailsOf(seller, id)).json().data;
		expect(own).toMatchObject({
			status: 'banned',
			isAvailable: false,
			banReason: 'Not yours to sell',
		});
		const signed = own.imageUrl[0];
		expect((await t.app.inject(signed)).statusCode).toBe(200);
		expect((await t.app.inject(signed.replace('1600', '320'))).statusCode).toBe(200);
		expect((await t.app.inject(signed.split('?')[0])).statusCode).toBe(404);
	});
});
