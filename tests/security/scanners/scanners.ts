import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Example } from './requests.ts';

/** What a scanner reports; `notes` is empty where it has found nothing. */
export type Findings = readonly string[];

/** However long a scanner likes to take, it is stopped after this. */
const LONGEST_MS = 40 * 60_000;

/** SQL injection into every value of every call: by errors, by differences, by unions and by time. */
export async function runSqlmap(
	address: string,
	examples: readonly Example[],
	folder: string,
): Promise<Findings> {
	const { host } = new URL(address);
	const requests = join(folder, 'requests.log');
	await writeFile(requests, examples.map((example) => asLogged(example, host)).join('\n'));
	const results = join(folder, 'results.csv');
	const options = [
		...['-l', requests, '--batch', '--ignore-stdin', '--disable-coloring', '--flush-session'],
		...['--dbms', 'postgresql', '--level', '2', '--risk', '2', '--technique', 'BEUST'],
		...['--threads', '4', '--timeout', '15', '--retries', '1', '--skip-waf', '--ignore-code', '*'],
		...['--output-dir', folder, '--results-file', results],
	];
	await runScanner('sqlmap', options, folder);
	const said = await readFile(join(folder, 'sqlmap.log'), 'utf8');
	if (!said.includes('testing URL')) return ['it has tested nothing'];
	const rows = (await readFile(results, 'utf8').catch(() => '')).trim().split('\n').slice(1);
	// Words that come only with a finding, and those with which it gives a target up.
	const told =
		said.match(/^.*(is vulnerable|injection point|unable to connect|timed out).*$/gm) ?? [];
	return [...rows.filter((row) => row !== ''), ...told];
}

/** In the way that the log of an intercepting proxy has them. */
function asLogged({ method, path, type, body }: Example, host: string): string {
	const line = '='.repeat(54);
	const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Accept: application/json'];
	const content =
		body === undefined
			? []
			: [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
	return [line, [...head, ...content, '', body ?? ''].join('\n'), line].join('\n');
}

/**
 * Those that look for what we could have. `nikto` and `wapp` look for products by lists from the internet, and `buster` for
 * pages by a list of names: ours are in contract/core/pages.ts.
 */
const MODULES =
	'backup,blindsql,brute_login_form,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,ssrf,xss,xxe';

/** Of a filter that browsers have given up, since it could be turned against pages; we say 0 (OWASP, HTTP headers). */
const DROPPED = new Set(['X-XSS-Protection is not set']);

/** Everything that wapiti knows, over the pages and all that can be read from the API. */
export async function runWapiti(
	address: string,
	examples: readonly Example[],
	folder: string,
): Promise<Findings> {
	const callHome = await openCallHome();
	const report = join(folder, 'wapiti.json');
	const starts = examples.filter(({ method, path }) => method === 'GET' && !path.includes('*'));
	const options = [
		...[
			'-u',
			`${address}/`,
			'--scope',
			'domain',
			'-m',
			MODULES,
			'--no-bugreport',
			'--flush-session',
		],
		...starts.flatMap(({ path }) => ['-s', `${address}${path}`]),
		...['--max-scan-time', '60', '--max-attack-time', '45', '--endpoint', callHome.address],
		...['--store-session', folder, '-t', '15', '-f', 'json', '-o', report, '-v', '1'],
	];
	await runScanner('wapiti', options, folder);
	await callHome.close();
	const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8'));
	const found = Object.entries<{ method: string; path: string; info: string }[]>({
		...vulnerabilities,
		...anomalies,
	});
	return found.flatMap(([kind, cases]) =>
		cases
			.filter(({ info }) => !DROPPED.has(info))
			.map(({ method, path, info }) => `${kind}: ${method} ${path} ${info}`),
	);
}

/** Where wapiti has servers call that can be made to, and asks who has. */
async function openCallHome() {
	const server = createServer((_, answer) =>
		answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
	);
	await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	return { address, close: () => new Promise((settle) => server.close(settle)) };
}

/** Its words go into a file of its own. */
export function runScanner(
	program: string,
	options: readonly string[],
	folder: string,
): Promise<void> {
	return new Promise((settle, fail) => {
		const child = spawn(program, options, {
			cwd: folder,
			timeout: LONGEST_MS,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const log = createWriteStream(join(folder, `${program}.log`));
		child.stdout.pipe(log, { end: false });
		child.stderr.pipe(log, { end: false });
		child.on('error', () =>
			fail(new Error(`${program} is missing: apt-get install -y sqlmap wapiti slowhttptest`)),
		);
		child.on('close', (_code, signal) => {
			log.end();
			if (signal) fail(new Error(`${program} was stopped after ${LONGEST_MS / 60_000} minutes.`));
			else settle();
		});
	});
}
