import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Example, INJECTION_MARK } from './example-requests.ts';

/** The findings of a scanner, one line each; empty when it found nothing. */
export type Findings = readonly string[];

/** A scanner is stopped after this time. */
const TIMEOUT_MS = 40 * 60_000;

/** Runs sqlmap, which tries SQL injection in every value of every request. @param folder for its reports */
export async function runSqlmap(
	address: string,
	examples: readonly Example[],
	folder: string,
): Promise<Findings> {
	const { host } = new URL(address);
	const requests = join(folder, 'requests.log');
	await writeFile(requests, examples.map((example) => toBurpLogEntry(example, host)).join('\n'));
	const results = join(folder, 'results.csv');
	const options = [
		'-l',
		requests,
		'--batch',
		'--ignore-stdin',
		'--disable-coloring',
		'--flush-session',
		'--dbms',
		'postgresql',
		'--level',
		'2',
		'--risk',
		'2',
		// All techniques of sqlmap but inline queries (`Q`).
		'--technique',
		'BEUST',
		'--threads',
		'4',
		'--timeout',
		'15',
		'--retries',
		'1',
		'--skip-waf',
		'--ignore-code',
		'*',
		'--output-dir',
		folder,
		'--results-file',
		results,
	];
	await runScanner('sqlmap', options, folder);
	const output = await readFile(join(folder, 'sqlmap.log'), 'utf8');
	if (!output.includes('testing URL')) return ['it has tested nothing'];
	const rows = (await readFile(results, 'utf8').catch(() => '')).trim().split('\n').slice(1);
	// Texts that appear only with a finding, or when a target is given up.
	const outputLines =
		output.match(/^.*(is vulnerable|injection point|unable to connect|timed out).*$/gm) ?? [];
	return [...rows.filter((row) => row !== ''), ...outputLines];
}

/** A request in the format of an intercepting proxy's log. */
function toBurpLogEntry({ method, path, type, body }: Example, host: string): string {
	const separator = '='.repeat(54);
	const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Accept: application/json'];
	const content =
		body === undefined
			? []
			: [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
	return [separator, [...head, ...content, '', body ?? ''].join('\n'), separator].join('\n');
}

/**
 * The modules of wapiti that fit our technologies. Left out are `nikto` and `wapp`, which need lists from the
 * internet, and `buster`, which guesses names of pages: ours are listed in contract/core/pages.ts.
 */
const WAPITI_MODULES =
	'backup,blindsql,brute_login_form,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,ssrf,xss,xxe';

/**
 * Findings that are ignored. Browsers have removed the filter of X-XSS-Protection, because attackers could turn it
 * against pages; OWASP advises to switch it off.
 */
const IGNORED_FINDINGS = new Set(['X-XSS-Protection is not set']);

/** Runs wapiti with `WAPITI_MODULES` on the pages and every GET endpoint of the API. @param folder for its reports */
export async function runWapiti(
	address: string,
	examples: readonly Example[],
	folder: string,
): Promise<Findings> {
	const callbackServer = await openCallbackServer();
	const report = join(folder, 'wapiti.json');
	// Without the examples that are marked for sqlmap.
	const starts = examples.filter(
		({ method, path }) => method === 'GET' && !path.includes(INJECTION_MARK),
	);
	const options = [
		'-u',
		`${address}/`,
		'--scope',
		'domain',
		'-m',
		WAPITI_MODULES,
		'--no-bugreport',
		'--flush-session',
		...starts.flatMap(({ path }) => ['-s', `${address}${path}`]),
		'--max-scan-time',
		'60',
		'--max-attack-time',
		'45',
		'--endpoint',
		callbackServer.address,
		'--store-session',
		folder,
		'-t',
		'15',
		'-f',
		'json',
		'-o',
		report,
		'-v',
		'1',
	];
	try {
		await runScanner('wapiti', options, folder);
	} finally {
		await callbackServer.close();
	}
	const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8'));
	const findings = Object.entries<{ method: string; path: string; info: string }[]>({
		...vulnerabilities,
		...anomalies,
	});
	const reported = findings.flatMap(([kind, cases]) =>
		cases
			.filter(({ info }) => !IGNORED_FINDINGS.has(info))
			.map(({ method, path, info }) => `${kind}: ${method} ${path} ${info}`),
	);
	return [
		...reported,
		...callbackServer.calls.map((call) => `The server was made to call ${call}`),
	];
}

/** wapiti's own requests to the callback server, by which it asks for the calls that the server got. */
const WAPITI_QUESTION = /^\/get_(ssrf|xxe)\.php\?/;

/**
 * A server in place of wapiti's public one, which attacked servers are made to call (SSRF). It records the calls, and
 * answers wapiti's questions about them with an empty list.
 */
async function openCallbackServer() {
	const calls: string[] = [];
	const server = createServer(({ method, url = '' }, response) => {
		if (!WAPITI_QUESTION.test(url)) calls.push(`${method} ${url}`);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	return { address, calls, close: () => new Promise((resolve) => server.close(resolve)) };
}

/**
 * Runs a scanner, whose output goes to `<program>.log` in the folder. Its exit code is ignored.
 * @throws Error when the program is missing or runs longer than TIMEOUT_MS
 */
export function runScanner(
	program: string,
	options: readonly string[],
	folder: string,
): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, options, {
			cwd: folder,
			timeout: TIMEOUT_MS,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const log = createWriteStream(join(folder, `${program}.log`));
		child.stdout.pipe(log, { end: false });
		child.stderr.pipe(log, { end: false });
		child.on('error', () =>
			reject(new Error(`${program} is missing: apt-get install -y sqlmap wapiti slowhttptest`)),
		);
		child.on('close', (_code, signal) => {
			log.end();
			if (signal) reject(new Error(`${program} was stopped after ${TIMEOUT_MS / 60_000} minutes.`));
			else resolve();
		});
	});
}
