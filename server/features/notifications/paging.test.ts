import { describe, expect, test } from 'vitest';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { notify } from './commands.ts';

const t = await openApp();
const deps = { db: t.db, addTask: t.queue.addTask };
const notifyOfReport = (userId: number, title = 'Your report') =>
	notify(deps, { userId, kind: 'report', title, message: 'We looked.' });
const list = async (who: Student, query = '') =>
	(await t.as(who).get(`/notifications${query}`)).json() as {
		notifications: NotificationEntry[];
		nextCursor: string | null;
	};

const encodeCursor = (...values: unknown[]) =>
	Buffer.from(JSON.stringify(values)).toString('base64url');

describe('pages of notifications', () => {
	test('all pages together have every notification once, even those with equal timestamps; a page has thirty by default', async () => {
		const seller = await t.student();
		const item = await t.item(seller);
		const at = new Date('2026-11-20T10:00:00.123Z');
		for (let index = 0; index < 4; index += 1) {
			const buyer = await t.student();
			const room = await t.conversation(item, buyer);
			await t.message(room, buyer, 'Hi', { createdAt: at });
			await notifyOfReport(seller.id);
		}
		await t.db
			.update(notifications)
			.set({ createdAt: at })
			.where(eq(notifications.userId, seller.id));
		await notifyOfReport(seller.id, 'Later');
		await t.db.execute(sql`
			update notices set created_at = ${at.toISOString()}::timestamptz + interval '7 microseconds'
			where user_id = ${seller.id} and title = 'Later'`);
		const whole = (await list(seller)).notifications.map(({ id }) => id);

		const paged: string[] = [];
		let cursor: string | null = '';
		while (cursor !== null) {
			const query: string = cursor === '' ? '?limit=1' : `?limit=1&cursor=${cursor}`;
			const page = await list(seller, query);
			expect(page.notifications).toHaveLength(1);
			paged.push(...page.notifications.map(({ id }) => id));
			cursor = page.nextCursor;
		}

		expect(paged).toEqual(whole);
		expect(new Set(paged).size).toBe(9);
		const report = { userId: seller.id, kind: 'report', title: 'Report', message: 'Words.' };
		await t.db.insert(notifications).values(Array.from({ length: 22 }, () => report));
		const first = await list(seller);
		const rest = await list(seller, `?cursor=${first.nextCursor}`);
		expect([first.notifications.length, rest.notifications.length]).toEqual([30, 1]);
		expect(rest.nextCursor).toBeNull();
	});

	test('invalid cursors are refused, and those with extreme values accepted', async () => {
		const student = await t.student();
		await notifyOfReport(student.id);
		const statusOf = async (cursor: string) => {
			const res = await t.as(student).get(`/notifications?cursor=${encodeURIComponent(cursor)}`);
			return [cursor, res.statusCode === 200 ? 200 : res.json().code];
		};
		const refused = [
			'nonsense',
			'n5',
			encodeCursor(1),
			encodeCursor(1, 'x5'),
			encodeCursor(1, 3_000_000_000, 1),
			encodeCursor(1, 1, 3_000_000_000),
			encodeCursor(1, 1, 1, 1),
			encodeCursor(1e17, 1),
			'x'.repeat(200),
			"1.n1'--",
			'',
		];
		const accepted = [
			encodeCursor(9_000_000_000_000_000, 999_999_999_999_999),
			encodeCursor(0, 2_147_483_647, 2_147_483_647),
		];

		expect(await Promise.all([...refused, ...accepted].map(statusOf))).toEqual([
			...refused.map((cursor) => [cursor, PAGING_ERRORS.badCursor.code]),
			...accepted.map((cursor) => [cursor, 200]),
		]);
	});
});
