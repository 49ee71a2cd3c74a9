import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { deleteExpiredKeys } from '#server/db/once.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/test-images.ts';
import { listItemsOfSeller } from './queries.ts';

const t = await openApp();
const photo = await jpeg();

async function add(who: Student, key: string, title = ITEM_FIELDS.title) {
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...ITEM_FIELDS, title })) {
		form.append(name, String(value));
	}
	form.append('images', new Blob([new Uint8Array(photo.bytes)]), photo.name);
	const encoded = new Response(form);
	return t.as(who).call('POST', '/item/add-item', {
		payload: Buffer.from(await encoded.arrayBuffer()),
		headers: {
			'content-type': encoded.headers.get('content-type') ?? '',
			'idempotency-key': key,
		},
	});
}
const countOf = async (who: Student) => (await listItemsOfSeller(t.db, who.id)).length;

test('requests with the same idempotency key, at the same time and later, create one item; another key or another seller creates another', async () => {
	const [seller, other, key] = [await t.student(), await t.student(), randomUUID()];

	// What is refused does not use up the key.
	expect((await add(seller, key, '')).json().message).toBe(ITEM_ERRORS.title.message);
	const responses = await Promise.all([add(seller, key), add(seller, key), add(seller, key)]);
	const [first] = responses;
	const later = await add(seller, key);

	expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
	expect(new Set(responses.map((res) => res.json().item.id)).size).toBe(1);
	expect([later.statusCode, later.json()]).toEqual([201, first?.json()]);
	expect(await countOf(seller)).toBe(1);
	const ids = [later, await add(seller, randomUUID()), await add(other, key)].map(
		(res) => res.json().item.id,
	);
	expect(new Set(ids).size).toBe(3);
});

test('ill-formed idempotency keys are refused', async () => {
	const seller = await t.student();
	for (const key of ['1', 'not-a-uuid', `${randomUUID()} `.repeat(2)]) {
		const res = await add(seller, key);

		expect(res.statusCode).toBe(400);
		const { code } = ITEM_ERRORS.badIdempotencyKey;
		expect(res.json()).toMatchObject({ code, issues: [{ path: 'Idempotency-Key', code }] });
	}
	expect(await countOf(seller)).toBe(0);
});

test('an idempotency key works for 30 days and is deleted afterwards', async () => {
	const seller = await t.student();
	const [old, fresh] = [randomUUID(), randomUUID()];
	await add(seller, old);
	await add(seller, fresh);
	const setKeyAge = (key: string, days: number) =>
		t.db
			.update(idempotencyKeys)
			.set({ createdAt: new Date(Date.now() - days * 86_400_000) })
			.where(eq(idempotencyKeys.key, key));
	await setKeyAge(old, 30.1);
	await setKeyAge(fresh, 29.9);

	await deleteExpiredKeys(t.db);
	await add(seller, fresh);

	const storedKeys = await t.db
		.select()
		.from(idempotencyKeys)
		.where(eq(idempotencyKeys.userId, seller.id));
	expect(storedKeys.map(({ key }) => key)).toEqual([fresh]);
	expect(await countOf(seller)).toBe(2);
});
