import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { BALANCER_NOTICE_MS } from '#server/http/graceful-shutdown.ts';
import { openServers } from '#tests/support/balanced-servers.ts';
import { startHaproxy, startNginx } from '#tests/support/balancers.ts';
import { describeWith } from '#tests/support/debian-programs.ts';
import { whenDone } from '#tests/support/when-done.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const STARTS = { nginx: startNginx, haproxy: startHaproxy };
const PAGE = { accept: 'text/html' };

/** A response over https, with any certificate. */
async function askByHttps(
	address: string,
	headers: Record<string, string>,
): Promise<IncomingMessage['headers']> {
	const asking = get(address, { rejectUnauthorized: false, agent: false, headers });
	const [answer] = (await once(asking, 'response')) as [IncomingMessage];
	answer.resume();
	return answer.headers;
}

describeWith(['nginx', 'haproxy', 'openssl'], 'the shipped configuration', () => {
	describe.each(['nginx', 'haproxy'] as const)('of %s', (name) => {
		/** Fake servers with the balancer in front. */
		async function open(count?: number) {
			const servers = await openServers(count);
			const balancer = await STARTS[name](servers.ports);
			whenDone(balancer.stop);
			const ask = (path: string, init?: RequestInit) => fetch(`${balancer.address}${path}`, init);
			return { ...servers, ...balancer, ask };
		}

		test('passes on the client’s address, and drops what clients claim about it', async () => {
			const { ask, asked, address } = await open();

			await ask('/', {
				headers: {
					'x-forwarded-for': '203.0.113.9',
					'x-forwarded-proto': 'https',
					'x-forwarded-host': 'elsewhere.example',
					forwarded: 'for=203.0.113.9',
				},
			});

			const { headers } = asked[0] ?? {};
			expect(headers).toMatchObject({
				host: new URL(address).host,
				'x-forwarded-for': '127.0.0.1',
				'x-forwarded-proto': 'http',
			});
			expect(headers).not.toHaveProperty('x-forwarded-host');
			expect(headers).not.toHaveProperty('forwarded');
		});

		test('keeps a browser on the instance that served its first page', async () => {
			const { ask, asked, answerWith } = await open();
			answerWith(({ url }, response) => {
				const type = url.startsWith('/api') ? 'application/json' : 'text/html; charset=utf-8';
				response.setHeader('content-type', type).setHeader('set-cookie', 'device=1').end();
			});

			for (let visit = 0; visit < 8; visit++) {
				const page = await ask('/', { headers: PAGE });
				const [line = ''] = page.headers.getSetCookie().filter((set) => /^passdown_line/.test(set));
				const cookie = line.split(';')[0] ?? '';
				const later = await ask('/api/auth', { headers: { cookie } });
				const again = await ask('/', { headers: { ...PAGE, cookie } });

				expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
				expect(new Set(asked.splice(0).map(({ server }) => server)).size).toBe(1);
				for (const { headers } of [later, again])
					expect(headers.getSetCookie()).toEqual(['device=1']);
			}
		});

		test('over https sets its cookie for this host only', async () => {
			const { ports, asked, answerWith } = await openServers();
			const { address, stop } = await STARTS[name](ports, 'https');
			whenDone(stop);
			answerWith((_asked, response) => void response.setHeader('content-type', 'text/html').end());

			for (let visit = 0; visit < 8; visit++) {
				const [line = '', ...others] = (await askByHttps(address, PAGE))['set-cookie'] ?? [];
				const cookie = line.split(';')[0] ?? '';
				const again = await askByHttps(address, { ...PAGE, cookie: `theme=dark; ${cookie}; a=b` });
				const servers = asked.splice(0).map(({ server }) => server);
				const tossed = await askByHttps(address, {
					...PAGE,
					cookie: cookie.slice('__Host-'.length),
				});
				asked.length = 0;

				expect(line).toMatch(/^__Host-passdown_line=\w+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
				expect(others).toEqual([]);
				expect(new Set(servers).size).toBe(1);
				expect(again['set-cookie']).toBeUndefined();
				expect(tossed['set-cookie']).toHaveLength(1);
			}
		});

		test('spreads clients without cookies, except for realtime connections', async () => {
			const { ask, asked } = await open();

			for (let count = 0; count < 20; count++) await ask('/api/items');
			const spread = new Set(asked.splice(0).map(({ server }) => server));
			for (let count = 0; count < 20; count++) await ask('/socket.io/?EIO=4&transport=polling');
			const together = new Set(asked.splice(0).map(({ server }) => server));

			expect(spread.size).toBe(2);
			expect(together.size).toBe(1);
		});

		test('lets another instance answer every request while one is down', async () => {
			const { ask, end, asked, cookieTo, ports } = await open();
			const cookie = await cookieTo(ports[0] ?? 0);
			await end(0);
			asked.length = 0;

			for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
				const answer = await ask('/api/item', { method, headers: { cookie } });
				expect(await answer.text(), method).toBe('served');
			}

			expect(asked.map(({ server }) => server)).toEqual([1, 1, 1, 1, 1]);
		});

		test('moves the clients of a stopped instance together to another, unaffected by others with their address', async () => {
			const { ask, end, asked, cookieTo, ports } = await open(3);
			const cookies = await Promise.all(ports.map(cookieTo));
			await end(0);
			// The first failed request marks the instance as down for the others.
			await ask('/api/items', { headers: { cookie: cookies[0] ?? '' } });
			asked.length = 0;

			for (let turn = 0; turn < 6; turn++) {
				for (const cookie of cookies) {
					const answer = await ask('/socket.io/?EIO=4&transport=polling', { headers: { cookie } });
					expect(await answer.text()).toBe('served');
				}
			}

			const served = cookies.map(
				(cookie) =>
					new Set(
						asked.filter(({ headers }) => headers.cookie === cookie).map(({ server }) => server),
					),
			);
			expect(served.map(({ size }) => size)).toEqual([1, 1, 1]);
			expect(served.slice(1)).toEqual([new Set([1]), new Set([2])]);
		});

		test('sends requests to a restarted instance before the next one that stops refuses them', async () => {
			const { ask, end, begin, cookieTo, ports } = await open();
			const headers = { cookie: await cookieTo(ports[0] ?? 0) };
			await end(0);
			// nginx counts whole seconds: a failure early in a second gives the longest pause.
			await setTimeout(1000 - (Date.now() % 1000));
			await (await ask('/', { headers })).text();
			await begin(0);

			await setTimeout(BALANCER_NOTICE_MS);
			await end(1);

			expect(await (await ask('/', { headers })).text()).toBe('served');
		});

		test('repeats requests that broke off, but never one that could take effect twice', async () => {
			const { ask, asked, answerWith, ports, cookieTo } = await open();
			const headers = { cookie: await cookieTo(ports[0] ?? 0) };
			asked.length = 0;
			answerWith(({ server }, response) => {
				if (server === 0) response.socket?.destroy();
				else response.end('served');
			});

			const posted = await ask('/api/item/add-item', { method: 'POST', headers });
			const postedTo = asked.splice(0).map(({ server }) => server);
			await vi.waitUntil(async () => {
				asked.length = 0;
				await (await ask('/api/items', { headers })).text();
				return asked.length === 2;
			}, WAIT);

			expect(posted.status).toBe(502);
			expect(postedTo).toEqual([0]);
			expect(asked.map(({ server }) => server)).toEqual([0, 1]);
		});

		test('passes on a refusal of the app as an answer', async () => {
			const { ask, asked, answerWith } = await open();
			answerWith((_asked, response) => {
				response.writeHead(503, { 'retry-after': '2' }).end('{"success":false}');
			});

			const answer = await ask('/api/items');

			expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
			expect(await answer.text()).toBe('{"success":false}');
			expect(asked).toHaveLength(1);
		});

		test('lets photos through, and passes on what the app has compressed', async () => {
			const { ask, asked, answerWith } = await open();
			answerWith((_asked, response) => {
				response.setHeader('content-encoding', 'br').end(BROTLI);
			});

			const answer = await ask('/api/item/add-item', {
				method: 'POST',
				body: Buffer.alloc(30_000_000),
			});

			expect(asked[0]?.size).toBe(30_000_000);
			expect(answer.headers.get('content-encoding')).toBe('br');
			expect(await answer.text()).toBe('served');
		});

		test('writes no token into any log, whether the instances are up or not', async () => {
			const { ask, end, log, answerWith } = await open();
			answerWith((_asked, response) => void response.socket?.destroy());
			const paths = ['/auth/success?token=s3cret', '/photos/a-320.webp?signature=s3cret'];

			for (const path of paths) await ask(path, { headers: { referer: `http://a/${path}` } });
			await end(0);
			await end(1);
			for (const path of paths) await ask(path);

			await vi.waitUntil(async () => (await log()).split('/photos/a-320.webp').length > 2, WAIT);
			expect(await log()).toContain('/auth/success');
			expect(await log()).not.toContain('s3cret');
		});
	});

	describe('haproxy', () => {
		test('sends nothing to an instance that is not ready, unless all are not ready', async () => {
			const servers = await openServers();
			const { address, cookieTo, log, stop } = await startHaproxy(servers.ports);
			whenDone(stop);
			const headers = { cookie: await cookieTo(servers.ports[0] ?? 0) };
			const serves = async () => {
				await (await fetch(`${address}/api/items`, { headers })).text();
				return servers.asked.at(-1)?.server;
			};

			const first = await serves();
			servers.ready[0] = false;
			await vi.waitUntil(async () => (await serves()) === 1, WAIT);
			servers.ready[1] = false;
			await vi.waitUntil(async () => (await log()).includes('passdown/two is DOWN'), WAIT);
			const nobodyReady = await serves();
			servers.ready.fill(true);
			await vi.waitUntil(async () => (await log()).includes('passdown/one is UP'), WAIT);
			const last = await serves();

			expect([first, nobodyReady, last]).toEqual([0, 0, 0]);
		});
	});
});

const BROTLI = Buffer.from('iwKAc2VydmVkAw==', 'base64');
