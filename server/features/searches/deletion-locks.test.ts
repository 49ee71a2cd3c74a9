import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { SEARCH_LIMITS } from '#contract/searches/facts.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { openOutbox } from '#tests/support/outbox.ts';

const t = await openApp();
const outbox = await openOutbox(t);

/**
 * Inserts searches with the ids 1 to `count` in reverse order, and with words in reverse order, so that neither the
 * table nor the index on the words has them in the order of their ids.
 */
const insertSearches = (userId: number, count: number) =>
	t.db.execute(sql`
		insert into saved_searches (id, user_id, words, word_query, compiled_with) overriding system value
		select id, ${userId}::int, 'w' || 100 - id, 'w', '' from generate_series(${count}::int, 1, -1) as id`);

/** Sends a request while a transaction locks the searches in the order of their ids, as the alerts do. */
async function requestDuringAlerts(
	ask: () => PromiseLike<LightMyRequestResponse>,
): Promise<LightMyRequestResponse | undefined> {
	const pending: PromiseLike<LightMyRequestResponse>[] = [];
	await t.db.transaction(async (tx) => {
		await tx.execute(sql`select from saved_searches where id = 1 for no key update`);
		pending.push(Promise.resolve(ask()));
		await waitForBlockedSession(t.url);
		await tx.execute(sql`select from saved_searches order by id for no key update`);
	});
	const [response] = await Promise.all(pending);
	await t.db.execute(sql`delete from saved_searches`);
	return response;
}

test('a removal that also deletes searches removed earlier does not deadlock with alerts about these searches', async () => {
	const student = await t.student();
	const last = SEARCH_LIMITS.perPerson + 8;
	await insertSearches(student.id, last);
	await t.db.execute(sql`
		update saved_searches set removed_at = now() - make_interval(mins => 30 - id) where id < ${last}`);

	const res = await requestDuringAlerts(() => t.as(student).delete(`/searches/${last}`));

	expect(res?.statusCode).toBe(200);
});

test('a password reset that deletes the searches of an unconfirmed account does not deadlock with alerts about these searches', async () => {
	const { id, email } = await t.student();
	await insertSearches(id, 2);
	await t.as(null).post('/auth/forgot-password', { email });
	const token = await outbox.waitForToken(email);
	const body = { token, password: 'lamps and kettles' };

	const res = await requestDuringAlerts(() => t.as(null).post('/auth/reset-password', body));

	expect(res?.statusCode).toBe(200);
});
