import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { expectRejected, openAppClient, openChatSession } from '#tests/support/degraded-app.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { openOwnApp } from '#tests/support/own-app.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');
const WAIT = { timeout: 30_000, interval: 20 };
const direct = await cloneDatabase();
const flaky = await openFlakyDatabase(direct);
const settings = { WEB_FOLDER, JWT_SECRET: SECRET, LOG_LEVEL: 'silent' };
const { address } = await openOwnApp({ ...settings, DATABASE_URL: flaky.url });
const appClient = await openAppClient(address);

afterEach(() => flaky.reconnect());

const listItems = () => query<{ id: number }>(direct, 'select id from items order by id');

test.each([
	['answers two seconds late', async () => flaky.slow(2000)],
	['is disconnected', () => flaky.disconnect()],
])(
	'while the database %s, every request is refused with 503, and the app recovers by itself',
	async (_, breakDatabase) => {
		await appClient.expectRecovery();
		const { socket, sendMessage, tryToConnect } = await openChatSession(address, direct);
		const [firstClientId, secondClientId] = [randomUUID(), randomUUID()];
		await breakDatabase();

		const [atFirst, message] = await Promise.all([
			appClient.expectOrderlyRejections(),
			sendMessage('Still there?', firstClientId),
		]);
		const later = [
			await appClient.expectOrderlyRejections(),
			await appClient.expectOrderlyRejections(),
		];
		const secondAcknowledgement = await sendMessage('Hello?', secondClientId);
		const connectionError = await tryToConnect();
		await flaky.reconnect();
		await appClient.expectRecovery();
		const acknowledgements = [
			await sendMessage('Still there?', firstClientId),
			await sendMessage('Hello?', secondClientId),
		];

		for (const refused of [atFirst, ...later]) expect(refused).toHaveLength(8);
		for (const refused of [message, secondAcknowledgement]) expectRejected(refused);
		expect(acknowledgements.map(({ success }) => success)).toEqual([true, true]);
		expect(socket.connected).toBe(true);
		expect(connectionError).toBe(REQUEST_ERRORS.unavailable.message);
		const stored = await query(direct, 'select body from messages where client_id = any ($1)', [
			[firstClientId, secondClientId],
		]);
		expect(stored.map(({ body }) => body).sort()).toEqual(['Hello?', 'Still there?']);
	},
);

test.each([
	['a post that was committed without an acknowledgement', true],
	['a post that was not committed', false],
])('%s is refused with 503, and exists once after the page retries', async (_, isCommitted) => {
	await appClient.expectRecovery();
	const key = randomUUID();
	const before = await listItems();
	flaky.breakOnStatement('commit', isCommitted, 'insert into "items"');

	const first = await appClient.post(key);
	const meanwhile = await listItems();
	const second = await appClient.post(key);

	expect(flaky.hasBroken()).toBe(true);
	expect([first.status, first.retryAfter]).toEqual([503, '2']);
	expect(meanwhile).toHaveLength(before.length + (isCommitted ? 1 : 0));
	expect(second.status).toBe(201);
	const after = await listItems();
	expect(after).toHaveLength(before.length + 1);
	expect(JSON.parse(second.body).item.id).toBe(after.at(-1)?.id);
});

test('jobs and database events resume when the database is back', async () => {
	await flaky.disconnect();
	await appClient.expectOrderlyRejections();
	await flaky.reconnect();
	await appClient.expectRecovery();

	const body = JSON.stringify({ email: appClient.email });
	const headers = { 'content-type': 'application/json' };
	const resetResponse = await appClient.request('/api/auth/forgot-password', {
		method: 'POST',
		headers,
		body,
	});
	await query(
		direct,
		"update settings set maintenance_mode = true, maintenance_message = 'Closed.'",
	);
	await vi.waitUntil(
		async () => (await appClient.request('/api/item/get-all-items')).body.includes('Closed.'),
		WAIT,
	);
	await query(direct, 'update settings set maintenance_mode = false');
	await vi.waitUntil(
		async () => (await appClient.request('/api/item/get-all-items')).status === 200,
		WAIT,
	);

	expect(resetResponse.status).toBe(200);
	const isMailSent = async () => {
		const sentMails = await query(
			direct,
			`select from pgboss.job where name = 'mail' and state = 'completed' and data->>'letter' = 'reset-password'`,
		);
		return sentMails.length === 1;
	};
	await vi.waitUntil(isMailSent, WAIT);
});

test('an app that cannot reach the database at its start prints an error, and opens when the database is back', async () => {
	const flakyDatabase = await openFlakyDatabase(direct);
	await flakyDatabase.disconnect();
	const DATA_DIR = await createTempFolder();
	const environment = {
		...settings,
		DATA_DIR,
		DATABASE_URL: flakyDatabase.url,
		PORT: '0',
		SEED_DEMO: '0',
	};

	const late = startScript('server/main.ts', [], environment);
	await late.waitForOutput(
		/^DATABASE_URL: the database can't be reached: .+ Trying again for 60 seconds$/m,
	);
	await flakyDatabase.reconnect();
	const [, opened = ''] = await late.waitForOutput(/is open at (\S+)/);

	expect((await fetch(`${opened}/health/ready`)).status).toBe(200);
	expect(late.errors()).toBe('');
});
