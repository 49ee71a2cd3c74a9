import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';

const MAIN = 'server/main.ts';
const WEB_FOLDER = join(import.meta.dirname, '../tests/support/pages');
const base = await createTempFolder();
let count = 0;

async function environment(more: Record<string, string> = {}): Promise<Record<string, string>> {
	const DATA_DIR = join(base, String(count++));
	const DATABASE_URL = await cloneDatabase();
	return { DATA_DIR, DATABASE_URL, WEB_FOLDER, PORT: '0', SEED_DEMO: '0', ...more };
}

async function startMarket(variables: Record<string, string>) {
	const appProcess = startScript(MAIN, [], variables);
	const [, address = ''] = await appProcess.waitForOutput(/is open at (\S+)/);
	return { ...appProcess, address, port: Number(new URL(address).port) };
}

/** Runs during all tests of this file. */
const sharedEnvironment = await environment({ SITE_NAME: 'Bazaar' });
const sharedProcess = await startMarket(sharedEnvironment);

describe('the server process', () => {
	test('prints its URL and responds at the URL as live and ready', async () => {
		const { address, output } = sharedProcess;

		const live = await fetch(`${address}/health/live`);
		const ready = await fetch(`${address}/health/ready`);
		const page = await fetch(address);

		expect(output()).toContain(`Bazaar is open at ${address}`);
		expect([live.status, ready.status]).toEqual([200, 200]);
		expect(await ready.json()).toEqual({ status: 'ok' });
		expect(await page.text()).toContain('<title>Bazaar</title>');
	});

	test('on SIGTERM, finishes a running request, accepts no new connections and exits with 0; the first administrator is printed on the first start only', async () => {
		const variables = await environment({ SUPPORT_EMAIL: 'help@campus.example' });
		const appProcess = await startMarket(variables);
		const line = /First administrator: help@campus\.example, password (\S+)/;
		const [, password] = await appProcess.waitForOutput(line);
		const body = JSON.stringify({ email: 'nobody@campus.example', password: 'wrong password' });
		const socket = connect(appProcess.port, '127.0.0.1');
		socket.write(
			`POST /api/auth/login HTTP/1.1\r\nHost: market\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
		);
		await once(socket, 'connect');
		await fetch(`${appProcess.address}/health/live`);

		const stoppedAt = performance.now();
		appProcess.child.kill('SIGTERM');
		await vi.waitUntil(() => refusesConnections(appProcess.port), { timeout: 5000 });
		socket.write(body.slice(5));
		const responseText = await text(socket);

		expect(responseText).toMatch(/^HTTP\/1\.1 401 /);
		expect(responseText).toContain('Invalid credentials');
		expect(await appProcess.ended).toBe(0);
		// Before the forced exit after nine seconds.
		expect(performance.now() - stoppedAt).toBeLessThan(8000);
		const second = await startMarket(variables);
		await fetch(`${second.address}/health/ready`);
		expect(password?.length).toBeGreaterThanOrEqual(16);
		expect(second.output()).not.toContain('administrator');
	});

	test('on repeated stop signals, aborts a request that never completes and exits with 0 within ten seconds', async () => {
		const appProcess = await startMarket(await environment());
		const socket = connect(appProcess.port, '127.0.0.1');
		socket.on('error', () => undefined);
		socket.write('POST /api/auth/login HTTP/1.1\r\nHost: market\r\nContent-Length: 9\r\n\r\n{');
		await once(socket, 'connect');
		await fetch(`${appProcess.address}/health/live`);

		const stoppedAt = performance.now();
		appProcess.child.kill('SIGTERM');
		appProcess.child.kill('SIGTERM');
		appProcess.child.kill('SIGINT');

		expect(await appProcess.ended).toBe(0);
		expect(performance.now() - stoppedAt).toBeLessThan(10_000);
	});

	test('exits with 0 when it is stopped during its start, then starts again, refuses a second process on the same data folder, and keeps the data of its embedded database over a restart', async () => {
		const variables = await environment({ DATABASE_URL: '' });
		const stopped = startScript(MAIN, [], variables);
		await stopped.waitForOutput(/./);
		stopped.child.kill('SIGTERM');
		expect(await stopped.ended).toBe(0);
		const first = await startMarket(variables);
		const register = await post(`${first.address}/api/auth/register`, ASHA);
		const intruder = startScript(MAIN, [], variables);
		const refused = await intruder.ended;
		const ready = await fetch(`${first.address}/health/ready`);
		first.child.kill('SIGINT');
		expect(await first.ended).toBe(0);

		const second = await startMarket(variables);
		const login = await post(`${second.address}/api/auth/login`, ASHA);
		const { accessToken } = (await register.json()) as { accessToken: string };
		const session = await fetch(`${second.address}/api/auth`, {
			headers: { authorization: `Bearer ${accessToken}` },
		});

		expect(refused).toBe(1);
		expect(intruder.errors()).toMatch(/^The market already runs on \S+\. Stop it first.+\n$/);
		expect(ready.status).toBe(200);
		expect(register.status).toBe(201);
		expect(login.status).toBe(200);
		expect(session.status).toBe(200);
	});

	test('is not ready while its database is unavailable, and ready again afterwards', async () => {
		const name = sharedEnvironment.DATABASE_URL?.match(/market_\w+/)?.[0] ?? '';
		const admin = sharedEnvironment.DATABASE_URL?.replace(name, 'postgres') ?? '';
		const ready = async () => (await fetch(`${sharedProcess.address}/health/ready`)).status;

		await query(admin, `alter database ${name} with allow_connections false`);
		await query(
			admin,
			'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
			[name],
		);
		const statusWhileDown = await ready();
		const alive = (await fetch(`${sharedProcess.address}/health/live`)).status;
		await query(admin, `alter database ${name} with allow_connections true`);

		expect(statusWhileDown).toBe(503);
		expect(alive).toBe(200);
		await vi.waitUntil(async () => (await ready()) === 200, { timeout: 10_000 });
	});
});

describe('a start that fails', () => {
	test('prints one line per configuration error and nothing else', async () => {
		const appProcess = startScript(MAIN, [], {
			PORT: 'eighty',
			LOG_LEVEL: 'loud',
			CORS_ORIGINS: '*',
		});

		expect(await appProcess.ended).toBe(1);
		expect(appProcess.output()).toBe('');
		expect(appProcess.errors()).toMatch(
			/^The configuration is not valid\.\nPORT: .+\nCORS_ORIGINS: .+\nLOG_LEVEL: .+\n$/,
		);
	});

	test('names the variable and the port if the port is in use', async () => {
		const variables = await environment({ PORT: String(sharedProcess.port) });

		const second = startScript(MAIN, [], variables);

		expect(await second.ended).toBe(1);
		expect(second.errors()).toContain(`PORT: ${sharedProcess.port} is in use`);
	});

	test('with a host or data folder that cannot be used names the variable and exits with 1', async () => {
		for (const [variable, value] of [
			['HOST', '192.0.2.1'],
			['DATA_DIR', '/dev/null'],
		] as const) {
			const appProcess = startScript(MAIN, [], await environment({ [variable]: value }));

			expect(await appProcess.ended).toBe(1);
			expect(appProcess.errors()).toMatch(
				new RegExp(`^The configuration is not valid\\.\n${variable}: .+\n$`),
			);
		}
	});
});

const ASHA = { userName: 'Asha', email: 'asha@campus.example', password: 'chalk and talk' };

function post(address: string, body: object): Promise<Response> {
	const headers = { 'content-type': 'application/json' };
	return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function refusesConnections(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return false;
	} catch {
		return true;
	} finally {
		socket.destroy();
	}
}
