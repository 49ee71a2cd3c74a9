import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Findings, runScanner } from './scanners.ts';

interface SlowAttack {
	name: string;
	/** Command-line options of slowhttptest. */
	options: readonly string[];
	/** The path to request. If unset, the largest script is requested: the attack needs a large response. */
	path?: string;
}

/** Connections that are kept open by sending or reading very slowly. */
export const SLOW_ATTACKS: readonly SlowAttack[] = [
	{ name: 'slow headers', options: ['-H'], path: '/' },
	{ name: 'slow body', options: ['-B', '-f', 'application/json'], path: '/api/auth/login' },
	{
		name: 'slow read',
		// Three requests per connection, a receive window of 10 to 20 bytes; 32 bytes are read every five seconds.
		options: ['-X', '-k', '3', '-w', '10', '-y', '20', '-n', '5', '-z', '32'],
	},
	{ name: 'range', options: ['-R', '-t', 'GET'] },
];

const CONNECTIONS = '800';
const ATTACK_SECONDS = '25';
/** The requests of another client fail if they receive nothing for this long. */
const PROBE_TIMEOUT_MS = 2000;

/** Runs an attack, and checks from another IP address whether the server still answers. @param folder for its log */
export async function runSlowAttack(
	{ options, path }: SlowAttack,
	target: string,
	folder: string,
): Promise<{ findings: Findings; answeredCount: number; slowestMs: number }> {
	const responseTimesMs: (number | undefined)[] = [];
	let isOver = false;
	const probing = (async () => {
		while (!isOver) {
			responseTimesMs.push(await responseTimeMs(target));
			await setTimeout(100);
		}
	})();
	const url = new URL(path ?? (await largestScript(target)), target).href;
	// 200 new connections a second, data every five seconds. slowhttptest's own probe waits three seconds for an answer.
	const load = ['-c', CONNECTIONS, '-r', '200', '-i', '5', '-l', ATTACK_SECONDS, '-p', '3'];
	await runScanner('slowhttptest', [...options, ...load, '-u', url], folder);
	isOver = true;
	await probing;
	const durationsMs = responseTimesMs.filter((time) => time !== undefined);
	const output = await readFile(join(folder, 'slowhttptest.log'), 'utf8');
	const findings = [
		...(durationsMs.length < responseTimesMs.length
			? [`${responseTimesMs.length - durationsMs.length} requests of another client failed`]
			: []),
		// slowhttptest prints its counts of connections only after it has run.
		...(/connected:/.test(output) ? [] : ['slowhttptest did not attack']),
	];
	return {
		findings,
		answeredCount: durationsMs.length,
		slowestMs: Math.round(Math.max(0, ...durationsMs)),
	};
}

/**
 * Response time for another client.
 * @returns undefined for an error, another status than 200, or a pause longer than PROBE_TIMEOUT_MS
 */
function responseTimeMs(target: string): Promise<number | undefined> {
	const began = performance.now();
	return new Promise((resolve) => {
		let isAnswered = false;
		const probe = request(new URL('/api/items?limit=5', target), {
			localAddress: '127.0.0.2',
			agent: false,
			timeout: PROBE_TIMEOUT_MS,
		});
		probe.on('timeout', () => probe.destroy());
		probe.on('error', () => undefined);
		probe.on('response', (response) => {
			response.on('error', () => undefined);
			response.resume().on('end', () => {
				isAnswered = response.statusCode === 200;
			});
		});
		probe.on('close', () => resolve(isAnswered ? performance.now() - began : undefined));
		probe.end();
	});
}

/** The path of the largest script of the first page. */
async function largestScript(appOrigin: string): Promise<string> {
	const page = await (await fetch(appOrigin)).text();
	const paths = [...new Set(page.match(/\/assets\/[\w.-]+\.js/g))];
	const sizes = await Promise.all(
		paths.map(async (path) => ({
			path,
			size: (await (await fetch(appOrigin + path)).text()).length,
		})),
	);
	const [largest] = sizes.sort((a, b) => b.size - a.size);
	if (!largest) throw new Error('The page has no script.');
	return largest.path;
}
