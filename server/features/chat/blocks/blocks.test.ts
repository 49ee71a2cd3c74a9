import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { BLOCK_ERRORS } from '#contract/chat/errors.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
type Who = { token: string } | null;

const block = (who: Who, id: number) => t.as(who).put(`/people/${id}/block`);
const unblock = (who: Who, id: number) => t.as(who).delete(`/people/${id}/block`);
const listOf = async (who: Who) => (await t.as(who).get('/account/blocked')).json().people;
const rowsOf = (blockerId: number, blockedId: number) =>
	t.db
		.select()
		.from(blocks)
		.where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));

test('a user can block a person, sees the person in the list of blocks, and can unblock the person', async () => {
	const [asha, ravi] = [await t.student(), await t.student({ userName: 'Ravi' })];

	const blocked = await block(asha, ravi.id);
	const listed = await listOf(asha);
	const unblocked = await unblock(asha, ravi.id);

	expect(blocked.json()).toEqual({ success: true, message: BLOCK_MESSAGES.blocked('Ravi') });
	expect(listed).toEqual([{ id: ravi.id, userName: 'Ravi', blockedAt: expect.any(String) }]);
	expect(unblocked.json()).toEqual({ success: true, message: BLOCK_MESSAGES.unblocked('Ravi') });
	expect(await listOf(asha)).toEqual([]);
	expect(await rowsOf(asha.id, ravi.id)).toEqual([]);
});

test('blocking or unblocking a person again changes nothing, even with simultaneous requests', async () => {
	const [asha, ravi] = [await t.student(), await t.student()];

	const responses = await Promise.all(Array.from({ length: 8 }, () => block(asha, ravi.id)));
	const [row] = await rowsOf(asha.id, ravi.id);
	await block(asha, ravi.id);

	expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
	expect(await rowsOf(asha.id, ravi.id)).toEqual([row]);
	expect((await unblock(asha, ravi.id)).statusCode).toBe(200);
	expect((await unblock(asha, ravi.id)).statusCode).toBe(200);
});

describe('blocked users', () => {
	test('a blocked user does not see the block, and can block and unblock the other user without ending that block', async () => {
		const [asha, ravi] = [await t.student(), await t.student()];
		await block(asha, ravi.id);

		expect(await listOf(ravi)).toEqual([]);
		expect((await t.as(ravi).get(`/people/${asha.id}`)).statusCode).toBe(200);
		await block(ravi, asha.id);
		await unblock(ravi, asha.id);
		expect(await listOf(asha)).toMatchObject([{ id: ravi.id }]);
	});
});

test('a user can neither block nor unblock themselves', async () => {
	const asha = await t.student();

	for (const res of [await block(asha, asha.id), await unblock(asha, asha.id)]) {
		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({ success: false, ...BLOCK_ERRORS.yourself });
	}
});

test('a user can neither block nor unblock an unknown or deleted person', async () => {
	const asha = await t.student();
	const deletedStudent = await t.student({ deletedAt: new Date() });
	const { id: itemId } = await t.item(asha);

	for (const id of [deletedStudent.id, itemId, 2_147_483_647]) {
		for (const res of [await block(asha, id), await unblock(asha, id)]) {
			expect([res.statusCode, res.json().message]).toEqual([404, AUTH_ERRORS.userNotFound.message]);
		}
	}
	expect(await listOf(asha)).toEqual([]);
});

test('blocking, unblocking and the list of blocked people require a session', async () => {
	const { id } = await t.student();

	for (const res of [
		await block(null, id),
		await unblock(null, id),
		await t.as(null).get('/account/blocked'),
	]) {
		expect(res.statusCode).toBe(401);
	}
});
