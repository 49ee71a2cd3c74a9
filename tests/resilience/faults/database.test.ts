import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { cloneDatabase } from '#tests/support/clone.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { openOwnMarket } from '#tests/support/own-market.ts';
import { openFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';
import { expectRefused, openTalk, openTroubledMarket } from '#tests/support/troubled-market.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');
const WAIT = { timeout: 30_000, interval: 20 };
const direct = await cloneDatabase();
const flaky = await openFlakyDatabase(direct);
const settings = { WEB_FOLDER, JWT_SECRET: SECRET, LOG_LEVEL: 'silent' };
const { address } = await openOwnMarket({ ...settings, DATABASE_URL: flaky.url });
const market = await openTroubledMarket(address);

afterEach(() => flaky.mend());

const itemsIn = () => query<{ id: number }>(direct, 'select id from items order by id');

test.each([
	['answers two seconds late', async () => flaky.slow(2000)],
	['is cut off', () => flaky.cut()],
])(
	'while the database %s every request is told to retry, and the app recovers by itself',
	async (_, spoil) => {
		await market.heals();
		const { socket, say, comeIn } = await openTalk(address, direct);
		const [said, kept] = [randomUUID(), randomUUID()];
		await spoil();

		const [atFirst, message] = await Promise.all([market.expectCalm(), say('Still there?', said)]);
		const later = [await market.expectCalm(), await market.expectCalm()];
		const again = await say('Hello?', kept);
		const refusal = await comeIn();
		await flaky.mend();
		await market.heals();
		const answers = [await say('Still there?', said), await say('Hello?', kept)];

		for (const refused of [atFirst, ...later]) expect(refused).toHaveLength(8);
		for (const refused of [message, again]) expectRefused(refused);
		expect(answers.map(({ answer }) => answer.success)).toEqual([true, true]);
		expect(socket.connected).toBe(true);
		expect(refusal).toBe(COMMON_MESSAGES.unavailable);
		const stored = await query(direct, 'select body from messages where client_id = any ($1)', [
			[said, kept],
		]);
		expect(stored.map(({ body }) => body).sort()).toEqual(['Hello?', 'Still there?']);
	},
);

test.each([
	['was done, without our knowing,', true],
	['was not done', false],
])(
	'a post that %s is refused like every request, and created once when the page retries',
	async (_, isDone) => {
		await market.heals();
		const key = randomUUID();
		const before = await itemsIn();
		flaky.breakAt('commit', isDone);

		const first = await market.post(key);
		const meanwhile = await itemsIn();
		const second = await market.post(key);

		expect(flaky.hasBroken()).toBe(true);
		expect([first.status, first.retryAfter]).toEqual([503, '2']);
		expect(meanwhile).toHaveLength(before.length + (isDone ? 1 : 0));
		expect(second.status).toBe(201);
		const after = await itemsIn();
		expect(after).toHaveLength(before.length + 1);
		expect(JSON.parse(second.body).item.id).toBe(after.at(-1)?.id);
	},
);

test('jobs and cluster events resume when the database is back', async () => {
	await flaky.cut();
	await market.expectCalm();
	await flaky.mend();
	await market.heals();

	const person = JSON.stringify({ email: 'nobody@campus.example' });
	const headers = { 'content-type': 'application/json' };
	const asked = await market.ask('/api/auth/forgot-password', {
		method: 'POST',
		headers,
		body: person,
	});
	await query(
		direct,
		"update settings set maintenance_mode = true, maintenance_message = 'Closed.'",
	);
	await vi.waitUntil(
		async () => (await market.ask('/api/item/get-all-items')).body.includes('Closed.'),
		WAIT,
	);
	await query(direct, 'update settings set maintenance_mode = false');
	await vi.waitUntil(
		async () => (await market.ask('/api/item/get-all-items')).status === 200,
		WAIT,
	);

	expect(asked.status).toBe(200);
	const isDone = async () =>
		(
			await query(
				direct,
				"select from pgboss.job where state in ('created', 'retry', 'active') and name = 'mail'",
			)
		).length === 0;
	await vi.waitUntil(isDone, WAIT);
});

test('an app that finds no database at its start says so, and opens when there is one', async () => {
	const line = await openFlakyDatabase(direct);
	await line.cut();
	const DATA_DIR = await openFolder();
	const given = { ...settings, DATA_DIR, DATABASE_URL: line.url, PORT: '0', SEED_DEMO: '0' };

	const late = startScript('server/main.ts', [], given);
	await late.says(/^DATABASE_URL: the database can't be reached: .+ Trying again for 60 seconds$/m);
	await line.mend();
	const [, opened = ''] = await late.says(/is open at (\S+)/);

	expect((await fetch(`${opened}/health/ready`)).status).toBe(200);
	expect(late.errors()).toBe('');
});
