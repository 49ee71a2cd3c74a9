import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase, createEmptyDatabase } from '#tests/support/clone-database.ts';
import { openAppClient } from '#tests/support/degraded-app.ts';
import { FAULT_ROUNDS } from '#tests/support/killable-app.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query, withConnection } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';

const HOUR_MS = 3_600_000;
const WAIT = { timeout: 25_000, interval: 20 };
const support = join(import.meta.dirname, '../../support');
const settings = {
	WEB_FOLDER: join(support, 'pages'),
	JWT_SECRET: SECRET,
	LOG_LEVEL: 'silent',
	PORT: '0',
	SEED_DEMO: '0',
	RATE_LIMIT: 'off',
};

async function startAppProcess(overrides: Record<string, string>) {
	const DATA_DIR = overrides.DATA_DIR ?? (await createTempFolder());
	const running = startScript('server/main.ts', [], { ...settings, DATA_DIR, ...overrides });
	const [, address = ''] = await running.waitForOutput(/is open at (\S+)/);
	return { running, address };
}

describe('an unreliable mail server', () => {
	/**
	 * A mail server that refuses connections until `start` is called, then accepts them and never answers, and works
	 * after `startAnswering`.
	 */
	async function openUnreliableServer() {
		const real = await openMailServer();
		const sockets = new Set<Socket>();
		let isHanging = true;
		const server = createServer((socket) => {
			sockets.add(socket);
			socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
			if (isHanging) return;
			const upstream = connect(Number(new URL(real.url).port), '127.0.0.1');
			upstream.on('error', () => socket.destroy());
			socket.on('close', () => upstream.destroy());
			socket.pipe(upstream).pipe(socket);
		});
		async function start(port = 0): Promise<number> {
			server.listen(port, '127.0.0.1');
			await once(server, 'listening');
			return (server.address() as AddressInfo).port;
		}
		const cutOff = () => {
			for (const socket of sockets) socket.destroy();
		};
		const port = await start();
		server.close();
		onTestFinished(() => {
			cutOff();
			server.close();
		});
		return {
			url: `smtp://127.0.0.1:${port}`,
			sockets,
			waitForDeliveries: real.waitForDeliveries,
			deliveries: real.deliveries,
			start: () => start(port),
			cutOff,
			startAnswering: () => {
				isHanging = false;
			},
		};
	}

	async function openAppWithMail(SMTP_URL: string) {
		const DATABASE_URL = await cloneDatabase();
		const PUBLIC_URL = 'http://market.example';
		const { address } = await startAppProcess({ DATABASE_URL, SMTP_URL, PUBLIC_URL });
		return { address, url: DATABASE_URL };
	}

	test('a mail server delays no request while it rejects connections or hangs, and gets the mails when it works again', async () => {
		const server = await openUnreliableServer();
		const { address, url } = await openAppWithMail(server.url);
		/** A user who signs up and at once forgets the password gets two mails. */
		const askForTwoMails = async (appClient: Awaited<ReturnType<typeof openAppClient>>) => {
			const email = `${randomUUID()}@campus.example`;
			const send = (path: string, body: object) =>
				appClient.request(`/api/auth/${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ email, ...body }),
				});
			return [
				await send('register', { userName: 'Ravi', password: PASSWORD }),
				await send('forgot-password', {}),
			];
		};
		const isMailRetried = async () =>
			(await query(url, "select from pgboss.job where name = 'mail' and state = 'retry'")).length >
			0;

		const appClient = await openAppClient(address);
		await vi.waitUntil(isMailRetried, WAIT);
		const responses = await appClient.requestAll();
		const mailResponses = await askForTwoMails(appClient);
		await server.start();
		await vi.waitUntil(() => server.sockets.size > 0, WAIT);
		responses.push(...(await appClient.requestAll()));
		mailResponses.push(...(await askForTwoMails(appClient)));
		server.startAnswering();
		server.cutOff();
		// The mail of openAppClient's sign-up, and two for each user who asked for two.
		await server.waitForDeliveries(5);

		expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
		expect(mailResponses.map(({ status }) => status)).toEqual([201, 200, 201, 200]);
		expect(server.deliveries).toHaveLength(5);
	});

	test.skipIf(FAULT_ROUNDS === 1)(
		'a mail server is disconnected if it never answers, and the mail is sent again',
		{ timeout: 120_000 },
		async () => {
			const server = await openUnreliableServer();
			await server.start();
			const { address } = await openAppWithMail(server.url);
			await openAppClient(address);
			await vi.waitUntil(() => server.sockets.size > 0, WAIT);
			const [first] = server.sockets;

			server.startAnswering();
			if (first) await once(first, 'close');
			await server.waitForDeliveries();

			expect(server.deliveries).toHaveLength(1);
		},
	);
});

describe('clock changes', () => {
	async function openAppWithClock() {
		const url = await cloneDatabase();
		const CLOCK = join(await createTempFolder(), 'clock');
		const NODE_OPTIONS = `--import=${join(support, 'adjustable-clock.ts')}`;
		const { running, address } = await startAppProcess({ DATABASE_URL: url, CLOCK, NODE_OPTIONS });

		/** Shifts only the clock of the app, not the clock of the database. */
		async function shiftClock(byMs: number): Promise<void> {
			await writeFile(CLOCK, String(byMs));
			running.child.kill('SIGUSR2');
			await running.waitForOutput(new RegExp(`The clock is off by ${byMs} ms`));
		}
		return { address, url, shiftClock };
	}

	/** Moves all stored times into the past, as if the clock of the whole computer had jumped ahead. */
	async function ageRows(url: string, byMs: number): Promise<void> {
		await withConnection(url, async (run) => {
			const columns = await run<{ table: string; column: string }>(
				`select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
				where table_schema = 'public' and data_type = 'timestamp with time zone' and table_type = 'BASE TABLE' and table_name <> 'audit_log'`,
			);
			for (const { table, column } of columns) {
				await run(
					`update ${table} set ${column} = ${column} - $1::float8 * interval '1 millisecond'`,
					[byMs],
				);
			}
		});
	}

	test('when the clock jumps an hour ahead and back, sessions, signed URLs and retried posts still work', async () => {
		const { address, url, shiftClock } = await openAppWithClock();
		const appClient = await openAppClient(address);
		const key = randomUUID();
		const before = await appClient.post(key);
		const { id } = JSON.parse(before.body).item;
		await query(url, 'update items set banned_at = now() where id = $1', [id]);
		const jumps = [HOUR_MS, -HOUR_MS].flatMap((byMs) => [
			() => shiftClock(byMs),
			() => ageRows(url, byMs),
		]);

		for (const jump of jumps) {
			await jump();
			const responses = await appClient.requestAll();
			const secondResponse = await appClient.post(key);
			const itemResponse = await appClient.request(`/api/item/get-item-details/${id}`, {
				headers: appClient.headers,
			});
			const [photo = ''] = JSON.parse(itemResponse.body).data.imageUrl;

			// In the order of `requestAll`; the 404 is for a photo that does not exist.
			expect(responses.map(({ status }) => status)).toEqual([
				200, 200, 200, 200, 201, 404, 200, 200,
			]);
			expect([secondResponse.status, JSON.parse(secondResponse.body).item.id]).toEqual([201, id]);
			expect(photo).toContain('sig=');
			expect((await appClient.request(photo)).status).toBe(200);
		}
	});

	test('when the clock is set back after a request for a reset link, another reset link can be sent', async () => {
		const { address, url, shiftClock } = await openAppWithClock();
		const email = `${randomUUID()}@campus.example`;
		const send = async (path: string, body: object) => {
			const headers = { 'content-type': 'application/json' };
			const request = { method: 'POST', headers, body: JSON.stringify(body) };
			return (await fetch(`${address}/api${path}`, request)).status;
		};
		const findLinks = () =>
			query<{ isValid: boolean }>(
				url,
				`select expires_at > now() + interval '25 minutes' as "isValid" from one_time_links
				where purpose = 'reset-password' and token_hash is not null`,
			);
		await send('/auth/register', { userName: 'Asha', email, password: PASSWORD });
		await send('/auth/forgot-password', { email });
		await vi.waitUntil(async () => (await findLinks()).length === 1, WAIT);

		await ageRows(url, -HOUR_MS);
		await shiftClock(-HOUR_MS);
		await query(url, 'update one_time_links set token_hash = null, expires_at = null');
		const resetResponse = await send('/auth/forgot-password', { email });
		await vi.waitUntil(async () => (await findLinks()).length === 1, WAIT);

		expect(resetResponse).toBe(200);
		expect(await findLinks()).toEqual([{ isValid: true }]);
	});
});

test('two processes that start on one empty database both become ready, and each migration is applied once', async () => {
	const DATABASE_URL = await createEmptyDatabase();

	const both = await Promise.all([
		startAppProcess({ DATABASE_URL }),
		startAppProcess({ DATABASE_URL }),
	]);

	const ready = await Promise.all(both.map(({ address }) => fetch(`${address}/health/ready`)));
	expect(ready.map(({ status }) => status)).toEqual([200, 200]);
	const applied = await query(DATABASE_URL, 'select hash from drizzle.__drizzle_migrations');
	expect(applied.length).toBeGreaterThan(0);
	expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
});
