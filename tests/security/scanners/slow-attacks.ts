import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Findings, runScanner } from './scanners.ts';

interface SlowAttack {
	options: readonly string[];
	/** The requested path; a file of the pages where the size of the response matters. */
	path: string | 'file';
}

/** Connections that are kept open by sending or reading very slowly. */
const ATTACKS: Record<string, SlowAttack> = {
	'slow headers': { options: ['-H'], path: '/' },
	'slow body': { options: ['-B', '-f', 'application/json'], path: '/api/auth/login' },
	'slow read': {
		options: ['-X', '-k', '3', '-w', '10', '-y', '20', '-n', '5', '-z', '32'],
		path: 'file',
	},
	range: { options: ['-R', '-t', 'GET'], path: 'file' },
};
export const SLOW_ATTACKS = Object.keys(ATTACKS);

const CONNECTIONS = '800';
const SECONDS = '25';
/** Other clients must be answered within this time. */
const ANSWER_WITHIN_MS = 2000;

/** Runs one of the attacks, and checks from another address whether the server still answers. */
export async function runSlowAttack(
	name: string,
	target: string,
	folder: string,
): Promise<{ findings: Findings; probeCount: number; slowestMs: number }> {
	const times: (number | undefined)[] = [];
	let isOver = false;
	const probing = (async () => {
		while (!isOver) {
			times.push(await responseTimeMs(target));
			await setTimeout(100);
		}
	})();
	const { options = [], path = '/' } = ATTACKS[name] ?? {};
	const url = new URL(path === 'file' ? await largestScript(target) : path, target).href;
	const load = ['-c', CONNECTIONS, '-r', '200', '-i', '5', '-l', SECONDS, '-p', '3'];
	await runScanner('slowhttptest', [...options, ...load, '-u', url], folder);
	isOver = true;
	await probing;
	const durationsMs = times.filter((time) => time !== undefined);
	const output = await readFile(join(folder, 'slowhttptest.log'), 'utf8');
	const findings = [
		...(durationsMs.length < times.length
			? [`${times.length - durationsMs.length} others got no answer`]
			: []),
		...(/connected:/.test(output) ? [] : ['it has attacked nothing']),
	];
	return {
		findings,
		probeCount: durationsMs.length,
		slowestMs: Math.round(Math.max(0, ...durationsMs)),
	};
}

/** Response time for another client; undefined without a response in time. */
function responseTimeMs(target: string): Promise<number | undefined> {
	const began = performance.now();
	return new Promise((resolve) => {
		const asked = request(new URL('/api/items?limit=5', target), {
			localAddress: '127.0.0.2',
			agent: false,
			timeout: ANSWER_WITHIN_MS,
		});
		asked.on('timeout', () => asked.destroy());
		asked.on('error', () => resolve(undefined));
		asked.on('response', (response) => {
			response
				.resume()
				.on('end', () =>
					resolve(response.statusCode === 200 ? performance.now() - began : undefined),
				);
		});
		asked.end();
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
