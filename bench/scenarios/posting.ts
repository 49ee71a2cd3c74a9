import { fork } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { messagesOf } from '../lib/child-messages.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { encodeItemForm } from '../lib/item-form.ts';
import { checkTarget } from '../lib/result-row.ts';
import { createPhotos, PHONE_PHOTO } from '../lib/sample-photos.ts';
import { defineScenario, type Log } from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { formatSpread, median } from '../lib/statistics.ts';
import { signUp } from '../lib/users.ts';

/** The time of a post with four large photos, compared with sharp alone. */
export const scenario = defineScenario({
	options: { rounds: { default: 7, help: 'rounds, after one that warms up' } },
	async run({ rounds }, log) {
		const { baselineMs, serverMs } = await measurePosting(rounds, log);
		const what = 'a post with four photos of 4032 × 3024: time';
		return {
			tables: [
				{
					title: 'Four photos of 4032 × 3024: processed by sharp alone, and posted',
					columns: ['baseline ms', 'server ms'],
					rows: [[formatSpread(baselineMs, 0), formatSpread(serverMs, 0)]],
				},
			],
			results: [
				checkTarget({
					what,
					sign: '≤',
					limit: 1.4,
					unit: '×',
					comparedWith: 'the baseline',
					measurements: [median(serverMs) / median(baselineMs)],
				}),
			],
		};
	},
});

/** The highest number of photos of an item. */
const PHOTOS = 4;

/** Milliseconds of each round. */
interface Durations {
	baselineMs: number[];
	serverMs: number[];
}

/** Processes photos with sharp alone and posts them, in turns. The first turn of each warms up and is not counted. */
function measurePosting(rounds: number, log: Log): Promise<Durations> {
	return withTempFolder((folder) =>
		withCleanup(async (onEnd) => {
			const server = await startServer({ RATE_LIMIT: 'off', DATA_DIR: folder });
			onEnd(server.stop);
			log('Creating photos');
			const paths = await createPhotos(folder, PHOTOS, PHONE_PHOTO);
			const baseline = await startBaseline(paths);
			onEnd(baseline.close);
			const post = await preparePost(server.address, paths);
			const durations: Durations = { baselineMs: [], serverMs: [] };
			for (let round = 0; round <= rounds; round++) {
				const [baselineMs, serverMs] = [await timeOf(baseline.run), await timeOf(post)];
				if (round === 0) continue;
				durations.baselineMs.push(baselineMs);
				durations.serverMs.push(serverMs);
			}
			return durations;
		}),
	);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}

async function startBaseline(paths: string[]) {
	const child = fork(join(import.meta.dirname, '../baseline/photos.ts'));
	const nextReply = messagesOf(child, 'The baseline');
	await nextReply();
	return {
		async run() {
			child.send(paths);
			await nextReply();
		},
		close: () => child.disconnect(),
	};
}

async function preparePost(
	address: string,
	paths: readonly string[],
): Promise<() => Promise<void>> {
	const { token } = await signUp(address);
	const { type, body } = await encodeItemForm(paths);
	const headers = { authorization: `Bearer ${token}`, 'content-type': type };
	return async () => {
		const response = await fetch(`${address}/api/item/add-item`, { method: 'POST', headers, body });
		const text = await response.text();
		if (response.status !== 201) throw new Error(`Posting failed: ${response.status}, ${text}`);
	};
}
