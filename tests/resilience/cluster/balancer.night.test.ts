import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { BALANCER_NOTICE_MS } from '#server/http/graceful-shutdown.ts';
import { openBackendServers } from '#tests/support/backend-servers.ts';
import { startHaproxy, startNginx } from '#tests/support/balancers.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const STARTS = { nginx: startNginx, haproxy: startHaproxy };
const ACCEPT_HTML = { accept: 'text/html' };
/** The word 'served', as Brotli. */
const SERVED_IN_BROTLI = Buffer.from('iwKAc2VydmVkAw==', 'base64');

/** The headers of a response over https; the certificate is not checked. */
async function headersOverHttps(
	address: string,
	headers: Record<string, string>,
): Promise<IncomingMessage['headers']> {
	const request = get(address, { rejectUnauthorized: false, agent: false, headers });
	const [serverResponse] = (await once(request, 'response')) as [IncomingMessage];
	serverResponse.resume();
	return serverResponse.headers;
}

describeWithPrograms(
	['nginx', 'haproxy', 'openssl'],
	'the shipped configuration of load balancers',
	() => {
		describe.each(['nginx', 'haproxy'] as const)('%s', (name) => {
			/** Starts fake instances with the balancer in front of them. */
			async function openBalancedServers(count?: number) {
				const servers = await openBackendServers(count);
				const balancer = await STARTS[name](servers.ports);
				onCleanup(balancer.stop);
				const send = (path: string, init?: RequestInit) =>
					fetch(`${balancer.address}${path}`, init);
				return { ...servers, ...balancer, send };
			}

			test('the balancer passes on the client’s IP address, and drops forwarding headers that clients send', async () => {
				const { send, received, address } = await openBalancedServers();

				await send('/', {
					headers: {
						'x-forwarded-for': '203.0.113.9',
						'x-forwarded-proto': 'https',
						'x-forwarded-host': 'elsewhere.example',
						forwarded: 'for=203.0.113.9',
					},
				});

				const { headers } = received[0] ?? {};
				expect(headers).toMatchObject({
					host: new URL(address).host,
					'x-forwarded-for': '127.0.0.1',
					'x-forwarded-proto': 'http',
				});
				expect(headers).not.toHaveProperty('x-forwarded-host');
				expect(headers).not.toHaveProperty('forwarded');
			});

			test('the balancer keeps a browser on the instance that served its first page', async () => {
				const { send, received, respondWith } = await openBalancedServers();
				respondWith(({ url }, response) => {
					const type = url.startsWith('/api') ? 'application/json' : 'text/html; charset=utf-8';
					response.setHeader('content-type', type).setHeader('set-cookie', 'device=1').end();
				});

				for (let visit = 0; visit < 8; visit++) {
					const page = await send('/', { headers: ACCEPT_HTML });
					const [setCookie = ''] = page.headers
						.getSetCookie()
						.filter((header) => /^passdown_line/.test(header));
					const cookie = setCookie.split(';')[0] ?? '';
					const later = await send('/api/auth', { headers: { cookie } });
					const secondPage = await send('/', { headers: { ...ACCEPT_HTML, cookie } });

					expect(setCookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
					expect(new Set(received.splice(0).map(({ server }) => server)).size).toBe(1);
					for (const { headers } of [later, secondPage])
						expect(headers.getSetCookie()).toEqual(['device=1']);
				}
			});

			test('over https, limits the cookie that selects the instance to this host', async () => {
				const { ports, received, respondWith } = await openBackendServers();
				const { address, stop } = await STARTS[name](ports, 'https');
				onCleanup(stop);
				respondWith(
					(_request, response) => void response.setHeader('content-type', 'text/html').end(),
				);

				for (let visit = 0; visit < 8; visit++) {
					const [setCookie = '', ...others] =
						(await headersOverHttps(address, ACCEPT_HTML))['set-cookie'] ?? [];
					const cookie = setCookie.split(';')[0] ?? '';
					const secondPage = await headersOverHttps(address, {
						...ACCEPT_HTML,
						cookie: `theme=dark; ${cookie}; a=b`,
					});
					const servers = received.splice(0).map(({ server }) => server);
					const withoutPrefix = await headersOverHttps(address, {
						...ACCEPT_HTML,
						cookie: cookie.slice('__Host-'.length),
					});
					received.length = 0;

					expect(setCookie).toMatch(
						/^__Host-passdown_line=\w+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
					);
					expect(others).toEqual([]);
					expect(new Set(servers).size).toBe(1);
					expect(secondPage['set-cookie']).toBeUndefined();
					expect(withoutPrefix['set-cookie']).toHaveLength(1);
				}
			});

			test('the balancer spreads requests without cookies over the instances, and sends all polls of one IP address to the same instance', async () => {
				const { send, received } = await openBalancedServers();

				for (let count = 0; count < 20; count++) await send('/api/items');
				const serversOfRequests = new Set(received.splice(0).map(({ server }) => server));
				for (let count = 0; count < 20; count++) await send('/socket.io/?EIO=4&transport=polling');
				const serversOfPolls = new Set(received.splice(0).map(({ server }) => server));

				expect(serversOfRequests.size).toBe(2);
				expect(serversOfPolls.size).toBe(1);
			});

			test('the balancer sends every request to another instance while one instance is down', async () => {
				const { send, stopServer, received, cookieTo, ports } = await openBalancedServers();
				const cookie = await cookieTo(ports[0] ?? 0);
				await stopServer(0);
				received.length = 0;

				for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
					const serverResponse = await send('/api/item', { method, headers: { cookie } });
					expect(await serverResponse.text(), method).toBe('served');
				}

				expect(received.map(({ server }) => server)).toEqual([1, 1, 1, 1, 1]);
			});

			test('the balancer moves only the client of the stopped instance to another instance, and no other client with the same IP address', async () => {
				const { send, stopServer, received, cookieTo, ports } = await openBalancedServers(3);
				const cookies = await Promise.all(ports.map(cookieTo));
				await stopServer(0);
				// After this failed request the balancer treats the stopped instance as down.
				await send('/api/items', { headers: { cookie: cookies[0] ?? '' } });
				received.length = 0;

				for (let turn = 0; turn < 6; turn++) {
					for (const cookie of cookies) {
						const serverResponse = await send('/socket.io/?EIO=4&transport=polling', {
							headers: { cookie },
						});
						expect(await serverResponse.text()).toBe('served');
					}
				}

				const serversByClient = cookies.map(
					(cookie) =>
						new Set(
							received
								.filter(({ headers }) => headers.cookie === cookie)
								.map(({ server }) => server),
						),
				);
				expect(serversByClient.map(({ size }) => size)).toEqual([1, 1, 1]);
				expect(serversByClient.slice(1)).toEqual([new Set([1]), new Set([2])]);
			});

			test('the balancer uses a restarted instance again within the time for which an instance that stops still serves', async () => {
				const { send, stopServer, restartServer, cookieTo, ports } = await openBalancedServers();
				const headers = { cookie: await cookieTo(ports[0] ?? 0) };
				await stopServer(0);
				// nginx counts whole seconds: a failure early in a second gives the longest pause.
				await setTimeout(1000 - (Date.now() % 1000));
				await (await send('/', { headers })).text();
				await restartServer(0);

				await setTimeout(BALANCER_NOTICE_MS);
				await stopServer(1);

				expect(await (await send('/', { headers })).text()).toBe('served');
			});

			test('the balancer repeats a broken GET request on another instance, and never a POST request', async () => {
				const { send, received, respondWith, ports, cookieTo } = await openBalancedServers();
				const headers = { cookie: await cookieTo(ports[0] ?? 0) };
				received.length = 0;
				respondWith(({ server }, response) => {
					if (server === 0) response.socket?.destroy();
					else response.end('served');
				});

				const posted = await send('/api/item/add-item', { method: 'POST', headers });
				const postedTo = received.splice(0).map(({ server }) => server);
				await vi.waitUntil(async () => {
					received.length = 0;
					await (await send('/api/items', { headers })).text();
					return received.length === 2;
				}, WAIT);

				expect(posted.status).toBe(502);
				expect(postedTo).toEqual([0]);
				expect(received.map(({ server }) => server)).toEqual([0, 1]);
			});

			test('the balancer passes on a 503 response of the app without a retry', async () => {
				const { send, received, respondWith } = await openBalancedServers();
				respondWith((_request, response) => {
					response.writeHead(503, { 'retry-after': '2' }).end('{"success":false}');
				});

				const serverResponse = await send('/api/items');

				expect([serverResponse.status, serverResponse.headers.get('retry-after')]).toEqual([
					503,
					'2',
				]);
				expect(await serverResponse.text()).toBe('{"success":false}');
				expect(received).toHaveLength(1);
			});

			test('the balancer accepts a body of 30 MB, and passes on compressed responses unchanged', async () => {
				const { send, received, respondWith } = await openBalancedServers();
				respondWith((_request, response) => {
					response.setHeader('content-encoding', 'br').end(SERVED_IN_BROTLI);
				});

				const serverResponse = await send('/api/item/add-item', {
					method: 'POST',
					body: Buffer.alloc(30_000_000),
				});

				expect(received[0]?.size).toBe(30_000_000);
				expect(serverResponse.headers.get('content-encoding')).toBe('br');
				expect(await serverResponse.text()).toBe('served');
			});

			test('the balancer writes no token of a URL to the logs, whether the instances are up or down', async () => {
				const { send, stopServer, log, respondWith } = await openBalancedServers();
				respondWith((_request, response) => void response.socket?.destroy());
				const paths = ['/auth/success?token=s3cret', '/photos/a-320.webp?signature=s3cret'];

				for (const path of paths) await send(path, { headers: { referer: `http://a/${path}` } });
				await stopServer(0);
				await stopServer(1);
				for (const path of paths) await send(path);

				await vi.waitUntil(async () => (await log()).split('/photos/a-320.webp').length > 2, WAIT);
				expect(await log()).toContain('/auth/success');
				expect(await log()).not.toContain('s3cret');
			});
		});

		describe('haproxy with readiness checks', () => {
			test('the balancer sends requests only to ready instances while there are any, and still forwards them when no instance is ready', async () => {
				const servers = await openBackendServers();
				const { address, cookieTo, log, stop } = await startHaproxy(servers.ports);
				onCleanup(stop);
				const headers = { cookie: await cookieTo(servers.ports[0] ?? 0) };
				const servedBy = async () => {
					await (await fetch(`${address}/api/items`, { headers })).text();
					return servers.received.at(-1)?.server;
				};

				const first = await servedBy();
				servers.ready[0] = false;
				await vi.waitUntil(async () => (await servedBy()) === 1, WAIT);
				servers.ready[1] = false;
				await vi.waitUntil(async () => (await log()).includes('passdown/two is DOWN'), WAIT);
				const whenNoneIsReady = await servedBy();
				servers.ready.fill(true);
				await vi.waitUntil(async () => (await log()).includes('passdown/one is UP'), WAIT);
				const whenReadyAgain = await servedBy();

				expect([first, whenNoneIsReady, whenReadyAgain]).toEqual([0, 0, 0]);
			});
		});
	},
);
