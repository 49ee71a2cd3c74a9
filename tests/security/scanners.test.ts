import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { openScannerProxy } from './scanners/scanner-proxy.ts';
import { runWapiti } from './scanners/scanners.ts';

/** Opens a server that answers as given, and a scanner proxy to it. */
async function openProxyTo(listener: RequestListener) {
	const server = createServer(listener).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const proxy = await openScannerProxy(
		`http://127.0.0.1:${(server.address() as AddressInfo).port}`,
	);
	onTestFinished(async () => {
		await proxy.close();
		server.closeAllConnections();
		server.close();
	});
	return proxy;
}

test('the proxy of the scanners ends a request whose response is broken off, and forwards the next request', async () => {
	const proxy = await openProxyTo(({ url }, response) => {
		if (url !== '/broken') return response.end('whole');
		response.writeHead(200, { 'content-length': 100 }).write('a part');
		return setImmediate(() => response.destroy());
	});

	await expect(fetch(`${proxy.address}/broken`)).rejects.toThrow();

	expect(await (await fetch(proxy.address)).text()).toBe('whole');
});

test('the proxy of the scanners forwards requests after a request that the scanner has broken off', async () => {
	const proxy = await openProxyTo((_, response) => response.end('whole'));
	const scanner = connect(Number(new URL(proxy.address).port), '127.0.0.1');
	scanner.write('POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\na part');
	await vi.waitUntil(() => proxy.count() === 1, { timeout: 20_000 });

	scanner.destroy();

	expect(await (await fetch(proxy.address)).text()).toBe('whole');
});

/**
 * A program in place of wapiti, which asks for the calls that the callback server got.
 * @param calls paths that it calls before, as the scanned server would
 */
const fakeWapiti = (calls: readonly string[]) => `#!${process.execPath}
const optionOf = (name) => process.argv[process.argv.indexOf(name) + 1];
(async () => {
	const questions = ['get_ssrf.php?session_id=1', 'get_xxe.php?session_id=1'];
	for (const path of [...${JSON.stringify(calls)}, ...questions])
		await fetch(optionOf('--endpoint') + path);
	require('node:fs').writeFileSync(optionOf('-o'), '{"vulnerabilities":{},"anomalies":{}}');
})();
`;

test.each([
	{ calls: [], findings: [] },
	{ calls: ['ssrf/1/2/71/'], findings: ['The server was made to call GET /ssrf/1/2/71/'] },
])(
	'a scan in which the server makes the calls $calls has the findings $findings',
	async ({ calls, findings }) => {
		const folder = await createTempFolder();
		await writeFile(join(folder, 'wapiti'), fakeWapiti(calls), { mode: 0o700 });
		vi.stubEnv('PATH', folder);
		onTestFinished(() => void vi.unstubAllEnvs());

		expect(await runWapiti('http://127.0.0.1:1', [], folder)).toEqual(findings);
	},
);
